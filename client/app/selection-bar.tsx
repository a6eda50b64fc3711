// The bar above the list: selects all plants up to a limit, and deletes or tags the selected ones.
import { useEffect, useState } from 'react'
import { Button, QuietButton } from './button.tsx'
import { Field, Form } from './form.tsx'
import { usePlantForm } from './plant-form.ts'
import { RowView } from './plant-row.tsx'
import { formatCount, formatNumber } from './texts.tsx'
import { maxSelected, type Selection } from './use-selection.ts'

/** @param ids Ids of the plants in the list. */
export function SelectionBar({ selection, ids }: { selection: Selection; ids: string[] }) {
  const { selected, select, remove, setTag, tagging, waiting, undo } = selection
  const [isTagging, setTagging] = useState(false)
  const selectable = ids.slice(0, maxSelected)
  const isAll = selected.length > 0 && selected.length >= selectable.length
  const isBusy = tagging !== undefined && tagging.done < tagging.total
  const hasActions = selected.length > 0 && !isBusy
  const count = formatCount(selected.length, 'plant')

  return (
    <fieldset className="selection" aria-label="Selected plants">
      <label>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAll
          }}
          onChange={() => select(isAll ? [] : selectable)}
        />
        Select all
      </label>
      <p role="status">{describe(selection)}</p>
      {hasActions && (
        <RowView key={isTagging ? 'form' : 'buttons'}>
          {isTagging ? (
            <TagForm label={`Tag of ${count}`} onClose={() => setTagging(false)} onTag={(tag) => void setTag(tag)} />
          ) : (
            <div className="actions">
              <Button onClick={() => setTagging(true)}>Tag</Button>
              <Button onClick={remove}>Delete</Button>
              <QuietButton onClick={() => select([])}>Clear</QuietButton>
            </div>
          )}
        </RowView>
      )}
      {waiting.length > 0 && (
        <RowView>
          <Button onClick={undo}>Undo all</Button>
        </RowView>
      )}
    </fieldset>
  )
}

function describe({ selected, tagging, waiting, refused, failures }: Selection): string {
  const seeRows = (count: number) => (count > 0 ? ` ${formatCount(count, 'plant')} failed: see below.` : '')
  if (tagging) {
    const { done, total } = tagging
    if (done < total) return `Tagging ${formatNumber(done)} of ${formatCount(total, 'plant')}…`
    return `Tagged ${formatCount(total - failures.size, 'plant')}.${seeRows(failures.size)}`
  }
  if (selected.length === maxSelected) return `${maxSelected} plants selected, which is the limit.`
  if (selected.length > 0) return `${formatCount(selected.length, 'plant')} selected.`
  if (waiting.length > 0) return `Deleted ${formatCount(waiting.length, 'plant')}.`
  return seeRows(refused.length)
}

function TagForm({ label, onClose, onTag }: { label: string; onClose: () => void; onTag: (tag: string) => void }) {
  // The form has no field for the name, so it can be any valid name.
  const form = usePlantForm({ name: 'any', tag: '' })
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])
  // Enter in an empty field does not remove the tags: nothing can undo that.
  const isEmpty = form.texts.tag === ''
  function send() {
    if (!form.check()) return
    onTag(form.texts.tag)
    onClose()
  }
  return (
    <Form form={form} className="edit" onSend={() => isEmpty || send()} onCancel={onClose}>
      <Field form={form} field="tag" label={label} placeholder="No tag" />
      <div className="actions">
        <button type={isEmpty ? 'button' : 'submit'} className="primary" onClick={() => isEmpty && send()}>
          {isEmpty ? 'Remove the tags' : 'Set the tag'}
        </button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  )
}

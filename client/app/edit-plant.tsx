// Renames and retags a plant in place. `usePlantEdit` keeps the version that the user sees, so a save overwrites nothing else.
import type { Plant } from '@plant-collection/client'
import { showChanged, showRemoved } from '@plant-collection/client/query'
import { usePlant, usePlantEdit } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAddPlant } from './add-plant.tsx'
import { Button, PrimaryButton } from './button.tsx'
import { type Draft, removeDraft, updateDraft } from './drafts.ts'
import { explain } from './explain.ts'
import { Field, Form } from './form.tsx'
import { useNotify } from './notice.tsx'
import { type FieldName, type FieldTexts, fieldNames, labels, usePlantForm } from './plant-form.ts'
import { usePolling } from './refresh.ts'
import { Terms } from './terms.tsx'

export function EditPlant({ plant, draft }: { plant: Plant; draft: Draft }) {
  const queries = useQueryClient()
  const notify = useNotify()
  const addAgain = useAddPlant()
  const { seen, newer, isDeleted, acceptNewer, save, isSaving, error } = usePlantEdit(plant.id, {
    seen: draft.seen,
    onSuccess: ({ plant: saved }) => finish(saved, `Saved “${saved.name}”.`),
    onError: (failure) => form.showErrors(failure),
  })
  // `newer` comes from this read.
  usePlant(plant.id, usePolling())
  const current = (newer ?? seen)?.plant ?? plant
  // A field that the user has not changed shows the newer text.
  const form = usePlantForm(current, draft.typed)
  const [isDraft] = useState(Object.keys(draft.typed).length > 0)
  const notice = useRef<HTMLDivElement>(null)
  const hasChanges = Object.keys(form.changes).length > 0
  const isBusy = isSaving || addAgain.isPending
  const isConflict = newer !== undefined && hasChanges
  const mustChoose = isConflict || isDeleted

  const onRead = useEffectEvent((now: Plant) => {
    if (hasChanges) return
    // An earlier attempt has saved it, but its response was lost.
    if (error && Object.keys(form.typed).length > 0) return finish(now, `Saved “${now.name}”.`)
    if (newer) acceptNewer()
    // The list, or what the user saw until now, is older.
    if (fieldNames.every((name) => now[name] === plant[name])) return
    void showChanged(queries, now)
    notify('Somebody else has changed this plant. You see it as it is now.')
  })

  // Focuses no button, so a second Enter does not choose. During typing, the focus stays.
  const onChoice = useEffectEvent(() => {
    if (error || document.activeElement === document.body) notice.current?.focus()
  })

  useEffect(() => {
    // The form of a restored draft does not take the focus.
    if (!isDraft) form.element.current?.querySelector('input')?.select()
  }, [isDraft, form.element])
  useEffect(() => {
    if (seen) updateDraft({ seen, typed: form.typed })
  }, [seen, form.typed])
  useEffect(() => onRead(current), [current])
  useEffect(() => {
    if (mustChoose) onChoice()
  }, [mustChoose])

  const close = () => removeDraft(plant.id)

  function send() {
    if (isBusy || mustChoose || !form.check()) return
    if (hasChanges) save(form.changes)
    else finish(current, 'Nothing to change.')
  }

  function addAsNew() {
    if (isBusy || !form.check()) return
    addAgain.mutate(form.texts, {
      onError: form.showErrors,
      onSuccess: ({ plant: added }) => {
        notify(`Added “${added.name}” as a new plant.`)
        remove()
      },
    })
  }

  function remove() {
    showRemoved(queries, plant.id)
    close()
  }

  function finish(now: Plant, text: string) {
    void showChanged(queries, now)
    notify(text)
    close()
  }

  return (
    <Form form={form} className="edit" aria-label={`Edit ${plant.name}`} onSend={send} onCancel={close}>
      {fieldNames.map((field) => (
        <Field key={field} form={form} field={field} label={labels[field]} />
      ))}
      {!mustChoose && (
        <div className="actions">
          <button type="submit" className="primary" aria-disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <Button onClick={close}>Cancel</Button>
        </div>
      )}
      <div role="alert" className="form-error">
        {error && !mustChoose && !form.hasErrors && <p>{explain(error)} Your text is still here.</p>}
        <div ref={notice} tabIndex={-1}>
          {isDeleted && 'Somebody else has deleted this plant. Your text is still here.'}
          {isConflict && 'Somebody else has changed this plant. Which version do you want to keep?'}
        </div>
        {addAgain.error && !form.hasErrors && <p>{explain(addAgain.error, 'add')}</p>}
      </div>
      {isConflict && (
        <div className="versions">
          <Version title="Theirs, saved" texts={newer.plant} otherTexts={form.texts}>
            <PrimaryButton onClick={() => finish(newer.plant, 'Kept their version.')}>Keep theirs</PrimaryButton>
          </Version>
          <Version title="Yours, not saved" texts={form.texts} otherTexts={newer.plant}>
            <Button onClick={() => form.check() && save(form.changes, newer)}>Save mine</Button>
          </Version>
        </div>
      )}
      {isDeleted && (
        <div className="actions">
          <PrimaryButton onClick={addAsNew}>Add it as a new plant</PrimaryButton>
          <Button onClick={remove}>Remove it from the list</Button>
        </div>
      )}
    </Form>
  )
}

interface VersionProps {
  title: string
  texts: FieldTexts
  otherTexts: FieldTexts
  /** Button that chooses this version. */
  children: ReactNode
}

/** Shows a version of a plant, and marks the texts that differ from the other version. */
function Version({ title, texts, otherTexts, children }: VersionProps) {
  function show(field: FieldName) {
    const text = <bdi>{texts[field] || 'none'}</bdi>
    return texts[field] === otherTexts[field] ? text : <mark>{text}</mark>
  }
  return (
    <section className="card stack">
      <h3>{title}</h3>
      <Terms rows={fieldNames.map((field) => [labels[field], show(field)])} />
      {children}
    </section>
  )
}

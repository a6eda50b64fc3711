// Renames and retags a plant in place. `usePlantEdit` keeps the version that the user sees, so a save overwrites no unseen change.
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
  const queryClient = useQueryClient()
  const notify = useNotify()
  const creation = useAddPlant()
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
  const [isRestored] = useState(Object.keys(draft.typed).length > 0)
  const notice = useRef<HTMLDivElement>(null)
  const hasChanges = Object.keys(form.changes).length > 0
  const isBusy = isSaving || creation.isPending
  const isConflict = newer !== undefined && hasChanges
  const mustChoose = isConflict || isDeleted

  const onLatest = useEffectEvent((latest: Plant) => {
    if (hasChanges) return
    // An earlier save was successful, but its response was lost.
    if (error && Object.keys(form.typed).length > 0) return finish(latest, `Saved “${latest.name}”.`)
    if (newer) acceptNewer()
    // The list, or the form until now, shows an older version.
    if (fieldNames.every((name) => latest[name] === plant[name])) return
    void showChanged(queryClient, latest)
    notify('Somebody else has changed this plant. You see it as it is now.')
  })

  // Focuses no button, so that a second Enter chooses no version. While the user types, the focus stays.
  const onMustChoose = useEffectEvent(() => {
    if (error || document.activeElement === document.body) notice.current?.focus()
  })

  useEffect(() => {
    // The form of a restored draft does not take the focus.
    if (!isRestored) form.element.current?.querySelector('input')?.select()
  }, [isRestored, form.element])
  useEffect(() => {
    if (seen) updateDraft({ seen, typed: form.typed })
  }, [seen, form.typed])
  useEffect(() => onLatest(current), [current])
  useEffect(() => {
    if (mustChoose) onMustChoose()
  }, [mustChoose])

  const close = () => removeDraft(plant.id)

  function send() {
    if (isBusy || mustChoose || !form.check()) return
    if (hasChanges) save(form.changes)
    else finish(current, 'Nothing has changed.')
  }

  function addAsNew() {
    if (isBusy || !form.check()) return
    creation.mutate(form.texts, {
      onError: form.showErrors,
      onSuccess: ({ plant: added }) => {
        notify(`Added “${added.name}” as a new plant.`)
        remove()
      },
    })
  }

  function remove() {
    showRemoved(queryClient, plant.id)
    close()
  }

  function finish(saved: Plant, message: string) {
    void showChanged(queryClient, saved)
    notify(message)
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
        {creation.error && !form.hasErrors && <p>{explain(creation.error, 'add')}</p>}
      </div>
      {isConflict && (
        <div className="versions">
          <Version title="Theirs, saved" texts={newer.plant} otherTexts={form.texts}>
            <PrimaryButton onClick={() => finish(newer.plant, 'Kept their version.')}>Keep theirs</PrimaryButton>
          </Version>
          <Version title="Theirs with your changes, not saved" texts={form.texts} otherTexts={newer.plant}>
            <Button onClick={() => form.check() && save(form.changes, newer)}>Save my changes</Button>
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

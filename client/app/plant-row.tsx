// A plant of the list: as text, as a form, or while it is being deleted.
import { isNotFound, type Plant } from '@plant-collection/client'
import { type PlantDeletions, usePlantOptions } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { setParameter, urlWith } from './browser-state.ts'
import { Button } from './button.tsx'
import { startDraft, useDrafts } from './drafts.ts'
import { EditPlant } from './edit-plant.tsx'
import { explain } from './explain.ts'
import { useNotify } from './notice.tsx'
import { Ago } from './texts.tsx'
import type { Selection } from './use-selection.ts'

export interface PlantRowProps {
  plant: Plant
  selection: Selection
  deletions: PlantDeletions
}

export function PlantRow({ plant, selection, deletions }: PlantRowProps) {
  const draft = useDrafts()[plant.id]
  const phase = deletions.get(plant.id)?.phase
  return (
    <RowView key={phase ?? (draft ? 'form' : 'text')}>
      {phase && <DeletedPlant plant={plant} deletions={deletions} />}
      {!phase && draft && <EditPlant plant={plant} draft={draft} />}
      {!phase && !draft && <PlantText plant={plant} selection={selection} deletions={deletions} />}
    </RowView>
  )
}

export function PlantActions({ plant, onDelete }: { plant: Plant; onDelete: () => void }) {
  const { id, name } = plant
  const queryClient = useQueryClient()
  const options = usePlantOptions()
  const notify = useNotify()
  const [isStarting, setStarting] = useState(false)

  /** Reads the plant first: the list has no entity tags, and may be older. The form says if the plant is deleted. */
  async function startEdit() {
    setStarting(true)
    try {
      startDraft(await queryClient.fetchQuery({ ...options.queries.plant(id), staleTime: 0 }))
    } catch (error) {
      if (isNotFound(error)) startDraft({ plant, etag: '' })
      else notify(explain(error))
    }
    setStarting(false)
  }
  return (
    <div className="actions">
      <Button name="edit" aria-label={`Edit ${name}`} aria-disabled={isStarting} onClick={() => void startEdit()}>
        Edit
      </Button>
      <Button name="delete" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </div>
  )
}

interface PageLinkProps extends ComponentProps<'a'> {
  name: Parameters<typeof setParameter>[0]
  value: string | undefined
}

/** Link to a different URL of this page. With a key such as Ctrl, the browser opens it in a new tab or window. */
export function PageLink({ name, value, ...others }: PageLinkProps) {
  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setParameter(name, value)
  }
  return <a href={urlWith(name, value)} onClick={open} {...others} />
}

function PlantText({ plant, selection, deletions }: PlantRowProps) {
  const { id, name, tag, createdAt } = plant
  const failure = selection.failures.get(id)
  return (
    <div className="plant">
      <label className="select">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={selection.has(id)}
          onClick={({ shiftKey }) => selection.toggle(id, shiftKey)}
          onChange={() => {}}
        />
      </label>
      <PageLink className="name" name="plant" value={id}>
        <bdi>{name}</bdi>
      </PageLink>
      <Ago at={createdAt} />
      <span>
        {tag && (
          <Button className="tag" title="Show only plants with this tag" onClick={() => setParameter('tag', tag)}>
            <bdi>{tag}</bdi>
          </Button>
        )}
      </span>
      <PlantActions plant={plant} onDelete={() => deletions.start(plant)} />
      {failure && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
    </div>
  )
}

function DeletedPlant({ plant: { id, name }, deletions }: Pick<PlantRowProps, 'plant' | 'deletions'>) {
  const deletion = deletions.get(id)
  const phase = deletion?.phase
  const keepLabel = phase === 'waiting' ? 'Undo' : 'Keep'
  const quoted = <bdi>“{name}”</bdi>
  const view = useRef<HTMLDivElement>(null)

  // The list has no row while the deletion is sent. After a failure, the row is back, and takes the focus.
  useEffect(() => takeFocus(() => focusRow(view.current?.closest('li'))), [])

  return (
    <div className="deleted" ref={view} tabIndex={-1}>
      {phase === 'waiting' && <p role="status">Deleted {quoted}</p>}
      {phase === 'sending' && <p role="status">Deleting {quoted}…</p>}
      {deletion?.phase === 'changed' && (
        <p role="alert" className="error">
          Somebody else has changed {quoted}: it is now <bdi>“{deletion.newer.plant.name}”</bdi>
          {deletion.newer.plant.tag && <bdi> with the tag “{deletion.newer.plant.tag}”</bdi>}. It is not deleted.
        </p>
      )}
      {deletion?.phase === 'failed' && (
        <p role="alert" className="error">
          {quoted} is not deleted. {explain(deletion.error, 'delete')}
        </p>
      )}
      <div className="actions">
        {phase !== 'sending' && (
          <Button aria-label={`${keepLabel}: keep ${name}`} onClick={() => deletions.undo(id)}>
            {keepLabel}
          </Button>
        )}
        {(phase === 'changed' || phase === 'failed') && (
          <Button onClick={() => deletions.confirm(id)}>
            {phase === 'changed' ? 'Delete it anyway' : 'Try again'}
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * Moves the focus if no element has it, perhaps in a later frame: the list hides a row until it is measured.
 * @returns A function that ends the attempts.
 */
export function takeFocus(focus: () => void): () => void {
  let frame = 0
  function tryFocus() {
    if (document.activeElement !== document.body) return
    focus()
    frame = requestAnimationFrame(tryFocus)
  }
  tryFocus()
  return () => cancelAnimationFrame(frame)
}

/** Moves the focus to the first of these in a row: the Edit button, a button or field, any other focusable element. */
export function focusRow(row: Element | null | undefined): void {
  const find = (selector: string) => row?.querySelector<HTMLElement>(selector)
  const target = find('[name=edit]') ?? find('button, input:not([type=checkbox])') ?? find('[tabindex], input')
  target?.focus()
}

/**
 * Keeps the focus in the list of plants when the focused button disappears. The next view of this row gets the focus, or else
 * the next or previous row. For the selection bar, the heading gets it.
 */
export function RowView({ children }: { children: ReactNode }) {
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const currentView = view.current
    return () => {
      if (!currentView?.contains(document.activeElement)) return
      const row = currentView.closest('li, article, fieldset')
      const heading = row?.matches('fieldset') ? document.querySelector('.list-head') : null
      const next = row?.matches('li') ? (row.nextElementSibling ?? row.previousElementSibling) : heading
      // The next view is not in the document yet. StrictMode runs this cleanup although the view stays.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusRow(row?.isConnected ? row : next)
      })
    }
  }, [])
  return <div ref={view}>{children}</div>
}

// A plant at its own address, so that Back, a reload and a link work.
import { isNotFound, type Plant } from '@plant-collection/client'
import { type PlantDeletions, usePlant } from '@plant-collection/client/react'
import { useEffect, useRef } from 'react'
import { choose } from './browser-state.ts'
import { useDrafts } from './drafts.ts'
import { EditPlant } from './edit-plant.tsx'
import { Failure } from './failure.tsx'
import { AddressLink, PlantActions, RowView } from './plant-row.tsx'
import { usePolling } from './refresh.ts'
import { Terms } from './terms.tsx'
import { formatDate } from './texts.tsx'

interface PlantPageProps {
  id: string
  /** The plant as the list has it. */
  listed: Plant | undefined
  deletions: PlantDeletions
}

export function PlantPage({ id, listed, deletions }: PlantPageProps) {
  const draft = useDrafts()[id]
  const options = { ...usePolling(), ...(listed && { placeholderData: { plant: listed, etag: '' } }) }
  const { data, error, refetch } = usePlant(id, options)
  const plant = data?.plant ?? draft?.seen.plant
  const heading = useRef<HTMLHeadingElement>(null)
  const title = plant?.name ?? 'Plant'

  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const before = document.title
    document.title = `${title} – ${before}`
    return () => {
      document.title = before
    }
  }, [title])

  function remove(plant: Plant) {
    deletions.start(plant)
    choose('plant', undefined)
  }

  const isGone = isNotFound(error) || (error !== null && 'status' in error && error.status === 400) // no id
  return (
    <article className="card stack" aria-labelledby="your-plants">
      <AddressLink name="plant" value={undefined}>
        ← All plants
      </AddressLink>
      <h2 id="your-plants" ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h2>
      {!plant && !error && <p role="status">Loading the plant…</p>}
      {isGone && !draft && (
        <p role="alert">There is no plant at this address. Somebody has deleted it, or it is in another collection.</p>
      )}
      {error && !isGone && <Failure error={error} onRetry={() => void refetch()} />}
      {plant && (draft || !isGone) && (
        <RowView key={draft ? 'form' : 'text'}>
          {draft ? <EditPlant plant={plant} draft={draft} /> : <Details plant={plant} onDelete={() => remove(plant)} />}
        </RowView>
      )}
    </article>
  )
}

function Details({ plant, onDelete }: { plant: Plant; onDelete: () => void }) {
  const { tag, createdAt, updatedAt } = plant
  const tagLink = (
    <AddressLink name="tag" value={tag}>
      <bdi>{tag}</bdi>
    </AddressLink>
  )
  return (
    <div className="stack">
      <Terms
        rows={[
          ['Tag', tag ? tagLink : 'none'],
          ['Added', formatDate(createdAt)],
          ['Changed', updatedAt === createdAt ? 'never' : formatDate(updatedAt)],
        ]}
      />
      <PlantActions plant={plant} onDelete={onDelete} />
    </div>
  )
}

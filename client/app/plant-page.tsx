// The page of a plant at its own URL, so that Back, a reload and a link work.
import { isNotFound, type Plant } from '@plant-collection/client'
import { type PlantDeletions, usePlant } from '@plant-collection/client/react'
import { useEffect, useRef } from 'react'
import { setParameter } from './browser-state.ts'
import { useDrafts } from './drafts.ts'
import { EditPlant } from './edit-plant.tsx'
import { Failure } from './failure.tsx'
import { PageLink, PlantActions, RowView } from './plant-row.tsx'
import { usePolling } from './refresh.ts'
import { Terms } from './terms.tsx'
import { formatDate } from './texts.tsx'

interface PlantPageProps {
  id: string
  /** The plant as the list has it. */
  listedPlant: Plant | undefined
  deletions: PlantDeletions
}

export function PlantPage({ id, listedPlant, deletions }: PlantPageProps) {
  const draft = useDrafts()[id]
  const options = { ...usePolling(), ...(listedPlant && { placeholderData: { plant: listedPlant, etag: '' } }) }
  const { data, error, refetch } = usePlant(id, options)
  const plant = data?.plant ?? draft?.seen.plant
  const heading = useRef<HTMLHeadingElement>(null)
  const title = plant?.name ?? 'Plant'

  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const previousTitle = document.title
    document.title = `${title} – ${previousTitle}`
    return () => {
      document.title = previousTitle
    }
  }, [title])

  function remove(plant: Plant) {
    deletions.start(plant)
    setParameter('plant', undefined)
  }

  const isGone = isNotFound(error) || (error !== null && 'status' in error && error.status === 400) // not a valid id
  return (
    <article className="card stack" aria-labelledby="your-plants">
      <PageLink name="plant" value={undefined}>
        ← All plants
      </PageLink>
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
    <PageLink name="tag" value={tag}>
      <bdi>{tag}</bdi>
    </PageLink>
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

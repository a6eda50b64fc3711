// The list of plants, and the controls that choose which plants it shows.
import type { Plant } from '@plant-collection/client'
import { plantKeys } from '@plant-collection/client/query'
import { usePlantDeletions, usePlants, useTotalCount } from '@plant-collection/client/react'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { About } from './about.tsx'
import { openAddForm } from './add-plant.tsx'
import { defaultSort, useIsPrinting, useListParameters, useOpenPlantId } from './browser-state.ts'
import { Button, PrimaryButton } from './button.tsx'
import { useDrafts } from './drafts.ts'
import { Failure } from './failure.tsx'
import { Filters } from './filters.tsx'
import { useNotify } from './notice.tsx'
import { PlantPage } from './plant-page.tsx'
import { useRefresh } from './refresh.ts'
import { Rows } from './rows.tsx'
import { useScrollPosition } from './scroll-position.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Ago, formatCount, formatNumber, formatTotal } from './texts.tsx'
import { useSelection } from './use-selection.ts'

const pageSize = 100
const maxTags = 200
/** The next page is fetched when at most this many rows are below the screen. */
const rowsAhead = 30
/** Options of a list whose pages `useRefresh` refetches one by one. */
const neverStale = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: true }

export function PlantList({ onImport }: { onImport: () => void }) {
  const notify = useNotify()
  const filters = useListParameters()
  const isPrinting = useIsPrinting()
  const openId = useOpenPlantId()
  const lastOpened = useRef(openId)
  if (openId) lastOpened.current = openId
  // A search has its own sort order.
  const query = { limit: pageSize, count: true, ...(filters.q === undefined && { sort: defaultSort }), ...filters }
  const isCached = useQueryClient().getQueryData(plantKeys.list(query)) !== undefined
  useScrollPosition(query, isCached)
  const list = usePlants(query, neverStale)
  const total = useTotalCount('/plants', {}, query, neverStale)
  const isLoaded = list.data !== undefined
  const onScreen = useRef<string[]>([])
  const refresh = useRefresh(query, isLoaded, () => onScreen.current)
  // Until there is a result, the previous rows stay, even after an error.
  const [loadedQuery, setLoadedQuery] = useState(query)
  if (isLoaded && hashKey([loadedQuery]) !== hashKey([query])) setLoadedQuery(query)
  const previousList = usePlants(loadedQuery, { enabled: false })
  const data = list.data ?? previousList.data
  const deletions = usePlantDeletions({
    onDeleted: ({ name }) => notify(`Deleted “${name}”.`, { screenReaderOnly: true }),
  })
  const error = list.error ?? refresh.error
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const isComplete = isLoaded && !hasNextPage
  const plants = useMemo(() => {
    // A plant that is new or has moved can be on a later page, too.
    const ids = new Set<string>()
    return (data ?? []).filter(({ id }) => ids.size < ids.add(id).size)
  }, [data])
  const drafts = Object.values(useDrafts()).map(({ seen }) => seen.plant)
  const deleted = deletions.all.flatMap(({ item, deletion }) => (deletion.phase === 'sending' ? [] : item))
  const ids = new Set(plants.map(({ id }) => id))
  /** Plants, with drafts and deletions of other plants first. */
  const rows = [...[...drafts, ...deleted].filter(({ id }) => ids.size < ids.add(id).size), ...plants]
  const selection = useSelection(plants, deletions)
  const tags = useTags(plants)
  const count =
    isComplete || !total
      ? formatCount(plants.length, 'plant')
      : `${formatNumber(plants.length)} of ${formatTotal(total)} plants`

  function onView(first: number, last: number) {
    onScreen.current = [rows[first], rows[last]].flatMap((plant) => plant?.id ?? [])
    const isNearEnd = last >= rows.length - rowsAhead
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }

  if (openId !== undefined) {
    const listedPlant = rows.find(({ id }) => id === openId)
    return <PlantPage key={openId} id={openId} listedPlant={listedPlant} deletions={deletions} />
  }
  return (
    <section
      aria-labelledby="your-plants"
      aria-busy={!isLoaded && list.isFetching}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !(target as Element).closest('form')) selection.select([]) // Only elements get key presses.
      }}
    >
      <div className="list-head">
        <h2 id="your-plants" tabIndex={-1}>
          Your plants
        </h2>
        <p className="hint" role="status">
          {isLoaded && count}
          {isLoaded && filters.q !== undefined && (
            <>
              {' '}
              with “<bdi>{filters.q}</bdi>”
            </>
          )}
        </p>
      </div>
      <Filters tags={tags} />
      {error && !isFetchNextPageError && (
        <Failure error={error} onRetry={() => void (isLoaded ? refresh : list).refetch()}>
          {data && (isLoaded ? 'The list may be out of date. ' : 'You still see the previous list. ')}
        </Failure>
      )}
      {isComplete && plants.length === 0 && <Empty onImport={onImport} />}
      {plants.length > 0 && <SelectionBar selection={selection} ids={plants.map(({ id }) => id)} />}
      {rows.length > 0 && (
        <Rows
          plants={rows}
          selection={selection}
          deletions={deletions}
          isComplete={isComplete}
          lastOpenedId={lastOpened.current}
          onView={onView}
        />
      )}
      {isPrinting && (
        <ul className="printed">
          {rows.map(({ id, name, tag, createdAt }) => (
            <li key={id}>
              <bdi>{name}</bdi>
              <Ago at={createdAt} />
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
      {((!data && !error) || isFetchingNextPage) && (
        <p className="empty" role="status">
          Loading your plants…
        </p>
      )}
      {error && isFetchNextPageError && <Failure error={error} onRetry={() => void fetchNextPage()} />}
    </section>
  )
}

/** Returns the tags of the plants that have been loaded, at most `maxTags`. */
function useTags(plants: Plant[]): string[] {
  const [tags, setTags] = useState<string[]>([])
  const all = new Set(tags)
  for (const { tag } of plants) if (tag !== '' && all.size < maxTags) all.add(tag)
  if (all.size > tags.length) setTags([...all].sort((a, b) => a.localeCompare(b)))
  return tags
}

function Empty({ onImport }: { onImport: () => void }) {
  const { q, tag } = useListParameters()
  if (q !== undefined) {
    return (
      <p className="card empty">
        No plant{tag !== undefined && ' with this tag'} matches “<bdi>{q}</bdi>”.
      </p>
    )
  }
  if (tag === '') return <p className="card empty">Every plant has a tag.</p>
  if (tag !== undefined) {
    return (
      <p className="card empty">
        No plant has the tag “<bdi>{tag}</bdi>”.
      </p>
    )
  }
  return (
    <div className="card empty">
      <h3>You have no plants yet.</h3>
      <About />
      <p>Add your first plant, or import your plants from a spreadsheet.</p>
      <p>
        <PrimaryButton onClick={openAddForm}>Add your first plant</PrimaryButton>{' '}
        <Button onClick={onImport}>Import a CSV file</Button>
      </p>
    </div>
  )
}

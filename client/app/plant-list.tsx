// The list of plants, and the controls that choose which plants it shows.
import type { Plant } from '@plant-collection/client'
import { plantKeys } from '@plant-collection/client/query'
import { usePlantDeletions, usePlants, useTotalCount } from '@plant-collection/client/react'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { About } from './about.tsx'
import { openAddForm } from './add-plant.tsx'
import { defaultSort, useChoice, useIsPrinting, useOpenPlant } from './browser-state.ts'
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
/** Number of rows below the screen at which the next page is read. */
const rowsAhead = 30
/** Options of a list that `useRefresh` reads again, in parts. */
const readOnce = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: true }

export function PlantList({ onImport }: { onImport: () => void }) {
  const notify = useNotify()
  const choice = useChoice()
  const isPrinting = useIsPrinting()
  const openId = useOpenPlant()
  const lastOpened = useRef(openId)
  if (openId) lastOpened.current = openId
  // A search has its own order.
  const query = { limit: pageSize, count: true, ...(choice.q === undefined && { sort: defaultSort }), ...choice }
  const isKnown = useQueryClient().getQueryData(plantKeys.list(query)) !== undefined
  useScrollPosition(query, isKnown)
  const list = usePlants(query, readOnce)
  const total = useTotalCount('/plants', {}, query, readOnce)
  const isRead = list.data !== undefined
  const onScreen = useRef<string[]>([])
  const refresh = useRefresh(query, isRead, () => onScreen.current)
  // Until there is a result, the rows stay, also after an error.
  const [readQuery, setReadQuery] = useState(query)
  if (isRead && hashKey([readQuery]) !== hashKey([query])) setReadQuery(query)
  const before = usePlants(readQuery, { enabled: false })
  const data = list.data ?? before.data
  const deletions = usePlantDeletions({
    onDeleted: ({ name }) => notify(`Deleted “${name}”.`, { isForScreenReaders: true }),
  })
  const error = list.error ?? refresh.error
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const isAll = isRead && !hasNextPage
  const plants = useMemo(() => {
    // A plant that is new or has moved can be in a later page, too.
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
    isAll || !total
      ? formatCount(plants.length, 'plant')
      : `${formatNumber(plants.length)} of ${formatTotal(total)} plants`

  function onView(first: number, last: number) {
    onScreen.current = [rows[first], rows[last]].flatMap((plant) => plant?.id ?? [])
    const isNearEnd = last >= rows.length - rowsAhead
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }

  if (openId !== undefined) {
    const listed = rows.find(({ id }) => id === openId)
    return <PlantPage key={openId} id={openId} listed={listed} deletions={deletions} />
  }
  return (
    <section
      aria-labelledby="your-plants"
      aria-busy={!isRead && list.isFetching}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !(target as Element).closest('form')) selection.select([]) // Only elements get key presses.
      }}
    >
      <div className="list-head">
        <h2 id="your-plants" tabIndex={-1}>
          Your plants
        </h2>
        <p className="hint" role="status">
          {isRead && count}
          {isRead && choice.q !== undefined && (
            <>
              {' '}
              with “<bdi>{choice.q}</bdi>”
            </>
          )}
        </p>
      </div>
      <Filters tags={tags} />
      {error && !isFetchNextPageError && (
        <Failure error={error} onRetry={() => void (isRead ? refresh : list).refetch()}>
          {data && (isRead ? 'The list may be out of date. ' : 'You still see the list from before. ')}
        </Failure>
      )}
      {isAll && plants.length === 0 && <Empty onImport={onImport} />}
      {plants.length > 0 && <SelectionBar selection={selection} ids={plants.map(({ id }) => id)} />}
      {rows.length > 0 && (
        <Rows
          plants={rows}
          selection={selection}
          deletions={deletions}
          isComplete={isAll}
          lastOpened={lastOpened.current}
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

/** Returns the tags of all plants that this page has read. */
function useTags(plants: Plant[]): string[] {
  const [known, setKnown] = useState<string[]>([])
  const all = new Set(known)
  for (const { tag } of plants) if (tag !== '' && all.size < maxTags) all.add(tag)
  if (all.size > known.length) setKnown([...all].sort((a, b) => a.localeCompare(b)))
  return known
}

function Empty({ onImport }: { onImport: () => void }) {
  const { q, tag } = useChoice()
  if (q !== undefined) {
    return (
      <p className="card empty">
        No plant{tag !== undefined && ' with this tag'} has words that begin like “<bdi>{q}</bdi>”.
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
      <p>Add your first plant, or bring your plants from a spreadsheet.</p>
      <p>
        <PrimaryButton onClick={openAddForm}>Add your first plant</PrimaryButton>{' '}
        <Button onClick={onImport}>Import a CSV file</Button>
      </p>
    </div>
  )
}

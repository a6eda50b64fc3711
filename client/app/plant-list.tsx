// The list of plants, and the controls that choose which plants it shows.
import type { Plant } from '@plant-collection/client'
import { type PlantDeletions, usePlants } from '@plant-collection/client/react'
import { type RefObject, useMemo, useState } from 'react'
import { type Choice, choose, useChoice } from './browser-state.ts'
import { Button, PrimaryButton } from './button.tsx'
import { explain } from './explain.ts'
import { tagListId } from './field.tsx'
import { Rows } from './rows.tsx'
import { Search, Sort } from './search.tsx'
import { TagFilter } from './tag-filter.tsx'
import { formatCount } from './texts.tsx'

const pageSize = 100
const mostTags = 200

interface PlantListProps {
  deletions: PlantDeletions
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  searchField: RefObject<HTMLInputElement | null>
  /** Invites to add the first plant. */
  onAdd: () => void
  onImport: () => void
}

export function PlantList({ deletions, scroller, searchField, onAdd, onImport }: PlantListProps) {
  const choice = useChoice()
  const { tag, q, sort } = choice
  const words = q?.trim().replace(/\s+/g, ' ')
  const list = usePlants(
    { limit: pageSize, ...choice, ...(words !== undefined && { q: words }) },
    // Until there is a result, the rows stay, unless the tag is another one.
    { placeholderData: (before, query) => (query?.queryKey[2].tag === tag ? before : undefined) },
  )
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const isRead = data !== undefined && !list.isPlaceholderData
  const isAll = isRead && !hasNextPage
  // A new plant is shown first, although it is also in the last page.
  const plants = useMemo(() => [...new Map((data ?? []).map((plant) => [plant.id, plant])).values()], [data])
  const tags = useTags(plants, isAll && tag === undefined && words === undefined)
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }

  return (
    <section aria-labelledby="your-plants" aria-busy={list.isPlaceholderData}>
      <div className="list-head">
        <h2 id="your-plants" tabIndex={-1}>
          Your plants
        </h2>
        <p className="hint" role="status">
          {isRead && formatCount(plants.length, 'plant')}
          {isRead && !isAll && ' so far'}
          {isRead && words !== undefined && (
            <>
              {' '}
              with “<bdi>{words}</bdi>”
            </>
          )}
        </p>
        <Search q={q} field={searchField} />
        <TagFilter tag={tag} tags={tags.known} hasAllTags={tags.isAll} />
        <Sort sort={sort} isSearch={words !== undefined} />
      </div>
      {data === undefined && !error && (
        <div className="skeleton" role="status">
          <span className="visually-hidden">Loading your plants…</span>
        </div>
      )}
      {error && !isFetchNextPageError && (
        <div className={data ? 'banner' : 'card empty'} role="alert">
          <p>
            {data && 'The list may be out of date. '}
            {explain(error)}
          </p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {isAll && plants.length === 0 && (
        <Empty tag={tag} words={words} searchField={searchField} onAdd={onAdd} onImport={onImport} />
      )}
      {data && <Rows plants={plants} deletions={deletions} scroller={scroller} isComplete={isAll} onEnd={loadMore} />}
      {isFetchingNextPage && (
        <p className="empty" role="status">
          Loading more plants…
        </p>
      )}
      {isFetchNextPageError && error && (
        <div className="empty" role="alert">
          <p>{explain(error)}</p>
          <Button onClick={() => void fetchNextPage()}>Load more plants</Button>
        </div>
      )}
      <datalist id={tagListId}>
        {tags.known.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </section>
  )
}

/** The tags of all plants that this page has read, and whether the person has no others. */
function useTags(plants: Plant[], isAllRead: boolean) {
  const [{ known, isAll }, setTags] = useState<{ known: string[]; isAll: boolean }>({ known: [], isAll: false })
  const all = new Set(known)
  for (const { tag } of plants) if (tag !== '' && all.size < mostTags) all.add(tag)
  if (all.size > known.length || (isAllRead && !isAll)) {
    setTags({ known: [...all].sort((a, b) => a.localeCompare(b)), isAll: isAll || isAllRead })
  }
  return { known, isAll }
}

interface EmptyProps extends Pick<PlantListProps, 'searchField' | 'onAdd' | 'onImport'> {
  tag: Choice['tag']
  words: string | undefined
}

function Empty({ tag, words, searchField, onAdd, onImport }: EmptyProps) {
  if (words !== undefined) {
    return (
      <div className="card empty">
        <p>
          {tag === undefined ? 'No plant' : 'No plant with this tag'} has words that begin like “<bdi>{words}</bdi>”.
        </p>
        <Button
          onClick={() => {
            choose('q', undefined)
            searchField.current?.focus()
          }}
        >
          Clear the search
        </Button>
      </div>
    )
  }
  if (tag !== undefined) {
    return (
      <p className="card empty">
        {tag === '' ? (
          'Every plant has a tag.'
        ) : (
          <span>
            No plant has the tag <bdi>“{tag}”</bdi>.
          </span>
        )}
      </p>
    )
  }
  return (
    <div className="card empty">
      <p>
        <strong>You have no plants yet.</strong>
      </p>
      <p>Add your first plant, or bring your plants from a spreadsheet.</p>
      <div className="actions">
        <PrimaryButton onClick={onAdd}>Add your first plant</PrimaryButton>
        <Button onClick={onImport}>Import a CSV file</Button>
      </div>
    </div>
  )
}

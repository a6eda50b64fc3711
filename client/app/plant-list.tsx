// The list of plants: what is loaded, and the filters above it.
import type { Plant } from '@plant-collection/client'
import { type PlantDeletions, usePlants } from '@plant-collection/client/react'
import { type RefObject, useMemo, useState } from 'react'
import type { TagChoice } from './browser-state.ts'
import { Button, PrimaryButton } from './button.tsx'
import { explain } from './explain.ts'
import { tagListId } from './field.tsx'
import { Rows } from './rows.tsx'
import { TagFilter } from './tag-filter.tsx'
import { formatCount } from './texts.tsx'

const pageSize = 100
const mostTags = 200

interface PlantListProps {
  tag: TagChoice
  deletions: PlantDeletions
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  filterField: RefObject<HTMLInputElement | null>
  onTag: (tag: TagChoice) => void
  /** Invites to add the first plant. */
  onAdd: () => void
  onImport: () => void
}

export function PlantList({ tag, deletions, scroller, filterField, onTag, onAdd, onImport }: PlantListProps) {
  const list = usePlants({ limit: pageSize, ...(tag !== undefined && { tag }) })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const [words, setWords] = useState('')
  // A new plant is shown first, although it is also in the last page.
  const plants = useMemo(() => [...new Map((data ?? []).map((plant) => [plant.id, plant])).values()], [data])
  const isAll = data !== undefined && !hasNextPage
  const tags = useTags(plants, tag === undefined && isAll)
  const shown = useMemo(() => plants.filter((plant) => isMatch(plant, words)), [plants, words])
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }

  return (
    <section aria-labelledby="your-plants">
      <div className="list-head">
        <h2 id="your-plants" tabIndex={-1}>
          Your plants
        </h2>
        <p className="hint">{data && `${formatCount(plants.length, 'plant')}${isAll ? '' : ' so far'}`}</p>
        <TagFilter tag={tag} tags={tags.known} hasAllTags={tags.isAll} onTag={onTag} />
        <input
          ref={filterField}
          type="search"
          className="words"
          aria-label="Filter the loaded plants"
          placeholder="Filter the loaded plants"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <div role="status">
        {words && data && (
          <p className="found">
            {formatCount(shown.length, 'plant')} of the {formatCount(plants.length, 'plant')}
            {isAll ? '' : ' loaded so far'} with “<bdi>{words}</bdi>”.
          </p>
        )}
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
      {data?.length === 0 && <Empty tag={tag} onAdd={onAdd} onImport={onImport} />}
      {data && (
        <Rows
          plants={shown}
          deletions={deletions}
          scroller={scroller}
          isComplete={isAll}
          onTag={onTag}
          // The filter only searches what is loaded.
          onEnd={words === '' ? loadMore : undefined}
        />
      )}
      {isFetchingNextPage && (
        <p className="empty" role="status">
          Loading more plants…
        </p>
      )}
      {((isFetchNextPageError && error) || (words && hasNextPage && !isFetchingNextPage)) && (
        <div className="empty" role={error ? 'alert' : undefined}>
          {error && <p>{explain(error)}</p>}
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

function isMatch({ name, tag }: Plant, words: string): boolean {
  return `${name}\n${tag}`.toLowerCase().includes(words.trim().toLowerCase())
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

function Empty({ tag, onAdd, onImport }: Pick<PlantListProps, 'tag' | 'onAdd' | 'onImport'>) {
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

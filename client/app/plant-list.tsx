// The list: reads the next page when its end comes near, and keeps only the rows on the screen in the document.
import './plant-list.css'
import type { Plant, PlantClient } from '@plant-collection/client'
import { usePlants } from '@plant-collection/client/react'
import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import {
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  Virtualizer,
  type VirtualizerHandle,
} from 'virtua'
import { explain } from './explain.ts'
import { PlantRow } from './plant-row.tsx'

const pageSize = 100
/** The next page is read when so few rows are left below the screen. */
const rowsAhead = 30

interface PlantListProps {
  client: PlantClient
  /** Only plants with this tag; `''` for plants without one. Default: all. */
  tag: string | undefined
  tagListId: string
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  onTag: (tag: string) => void
  /** Called with all plants that have been read, and whether these are all that the person has. */
  onRead: (plants: Plant[], isAll: boolean) => void
}

export function PlantList({ client, tag, tagListId, scroller, onTag, onRead }: PlantListProps) {
  const list = usePlants({ limit: pageSize, ...(tag !== undefined && { tag }) })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list
  // A new plant is shown first, although it is also in the last page.
  const plants = useMemo(() => [...new Map((data ?? []).map((plant) => [plant.id, plant])).values()], [data])
  const isAll = tag === undefined && data !== undefined && !hasNextPage
  useEffect(() => onRead(plants, isAll), [plants, isAll, onRead])

  if (data === undefined) {
    return error ? (
      <div className="card empty" role="alert">
        <p>{explain(error)}</p>
        <button type="button" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    ) : (
      <Skeleton />
    )
  }
  return (
    <>
      {error && !isFetchNextPageError && (
        <div className="banner" role="alert">
          <p>The list may be out of date. {explain(error)}</p>
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      )}
      {plants.length === 0 && <Empty tag={tag} />}
      <Rows
        plants={plants}
        client={client}
        tagListId={tagListId}
        scroller={scroller}
        onTag={onTag}
        isComplete={!hasNextPage}
        onEnd={() => {
          if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
        }}
      />
      {isFetchingNextPage && (
        <p className="more" role="status">
          Loading more plants…
        </p>
      )}
      {isFetchNextPageError && error && (
        <div className="more" role="alert">
          <p>{explain(error)}</p>
          <button type="button" onClick={() => void fetchNextPage()}>
            Load more plants
          </button>
        </div>
      )}
    </>
  )
}

interface RowsProps {
  plants: Plant[]
  client: PlantClient
  tagListId: string
  isComplete: boolean
  scroller: RefObject<HTMLElement | null>
  onTag: (tag: string) => void
  /** Called when the last rows come near. */
  onEnd: () => void
}

function Rows({ plants, client, tagListId, isComplete, scroller, onTag, onEnd }: RowsProps) {
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string>()
  const rows = useRef<VirtualizerHandle>(null)
  const start = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)

  // The forms above the list grow and shrink.
  useEffect(() => {
    const observer = new ResizeObserver(() => setTop(start.current?.offsetTop ?? 0))
    for (const element of scroller.current?.querySelectorAll('main > *') ?? []) observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  function readMore() {
    const list = rows.current
    if (list === null) return
    const last = list.findItemIndex(list.scrollOffset - top + list.viewportSize)
    if (last >= plants.length - rowsAhead) onEnd()
  }
  useEffect(readMore)

  return (
    <>
      <div ref={start} />
      <ListContext value={isComplete ? plants.length : -1}>
        <Virtualizer
          ref={rows}
          as={List}
          item={Item}
          data={plants}
          scrollRef={scroller}
          startMargin={top}
          onScroll={readMore}
          // A row with the focus, or with a text that somebody types, stays in the document.
          keepMounted={plants.flatMap(({ id }, index) => (id === focused || editing.has(id) ? [index] : []))}
        >
          {(plant) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only observes where the focus is
            <div key={plant.id} onFocus={() => setFocused(plant.id)} onBlur={() => setFocused(undefined)}>
              <PlantRow
                plant={plant}
                client={client}
                tagListId={tagListId}
                isEditing={editing.has(plant.id)}
                onEdit={(isEditing) =>
                  setEditing((before) => new Set([...before, plant.id].filter((id) => isEditing || id !== plant.id)))
                }
                onTag={onTag}
              />
            </div>
          )}
        </Virtualizer>
      </ListContext>
    </>
  )
}

/** How many plants the whole list has; -1 if that is not known. */
const ListContext = createContext(-1)

function List({ style, children, ref }: CustomContainerComponentProps) {
  return (
    <ul ref={ref} style={style} className="plants" aria-label="Plants">
      {children}
    </ul>
  )
}

function Item({ style, index, children, ref }: CustomItemComponentProps) {
  const size = useContext(ListContext)
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={size}>
      {children}
    </li>
  )
}

function Empty({ tag }: { tag: string | undefined }) {
  if (tag === undefined) {
    return (
      <div className="card empty">
        <p>
          <strong>You have no plants yet.</strong>
        </p>
        <p>Add your first plant above, or import a CSV file.</p>
      </div>
    )
  }
  return (
    <div className="card empty">
      <p>
        {tag === '' ? (
          'Every plant has a tag.'
        ) : (
          <>
            No plant has the tag <bdi>“{tag}”</bdi>.
          </>
        )}
      </p>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="skeleton">
      <p role="status">Loading your plants…</p>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} aria-hidden="true" />
      ))}
    </div>
  )
}

// The rows of the list. Only the rows on the screen, and those with the focus or a draft, are in the document.
import './plants.css'
import type { Plant } from '@plant-collection/client'
import { createContext, type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import { useDrafts } from './drafts.ts'
import { focusRow, PlantRow, type PlantRowProps, takeFocus } from './plant-row.tsx'
import { scroller } from './scroll-position.ts'

interface RowsProps extends Omit<PlantRowProps, 'plant'> {
  plants: Plant[]
  isComplete: boolean
  /** Id of the plant whose page was open last. */
  lastOpenedId: string | undefined
  /** Called with the indexes of the first and the last row on the screen. */
  onView: (first: number, last: number) => void
}

export function Rows({ plants, selection, deletions, isComplete, lastOpenedId, onView }: RowsProps) {
  const drafts = useDrafts()
  const [focusedId, setFocused] = useState(lastOpenedId)
  const rows = useRef<VirtualizerHandle>(null)
  const start = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)

  // The elements above the list grow and shrink.
  useEffect(() => {
    const observer = new ResizeObserver(() => setTop(start.current?.offsetTop ?? 0))
    for (const element of document.querySelectorAll('main > *, main > section > *')) observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // The row of the plant whose page was open gets the focus.
  useEffect(() => {
    if (lastOpenedId === undefined) return
    const row = document.getElementById(lastOpenedId)
    const target = row ? row.querySelector('a') : document.getElementById('your-plants')
    return takeFocus(() => (target ? target.focus() : focusRow(row)))
  }, [lastOpenedId])

  function view() {
    const list = rows.current
    if (list === null) return
    const start = list.scrollOffset - top
    onView(list.findItemIndex(start), list.findItemIndex(start + list.viewportSize))
  }
  useEffect(view)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement // Only elements get key presses.
    const isText = target.matches('input:not([type=checkbox])')
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && !isText) {
      const index = plants.findIndex(({ id }) => id === focusedId) + step
      const next = plants[index]
      if (next === undefined) return
      event.preventDefault()
      rows.current?.scrollToIndex(index, { align: 'nearest' })
      flushSync(() => setFocused(next.id))
      focusRow(document.getElementById(next.id))
    }
    // Shortcuts need the focus in the list, so speech input or an accidental key press triggers none (WCAG 2.1.4).
    const button = { e: '[name=edit]', x: '.select input', Delete: '[name=delete]' }[event.key]
    if (button !== undefined && !isText && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      event.currentTarget.querySelector<HTMLElement>(`[id="${focusedId}"] ${button}`)?.click()
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus
    <div className="plants" onKeyDown={onKeyDown}>
      <div ref={start} />
      <ListSizeContext value={isComplete ? plants.length : -1}>
        <Virtualizer
          ref={rows}
          as="ul"
          item={Item}
          data={plants}
          scrollRef={scroller}
          startMargin={top}
          onScroll={view}
          // A row with the focus, or with a text that is not saved, stays in the document.
          keepMounted={plants.flatMap(({ id }, index) => (id === focusedId || id in drafts ? [index] : []))}
        >
          {(plant) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only observes where the focus is
            <div
              key={plant.id}
              id={plant.id}
              onFocus={() => setFocused(plant.id)}
              onBlur={() => setFocused((before) => (before === plant.id ? undefined : before))}
            >
              <PlantRow plant={plant} selection={selection} deletions={deletions} />
            </div>
          )}
        </Virtualizer>
      </ListSizeContext>
    </div>
  )
}

/** Number of plants in the complete list; -1 if it is not known. */
const ListSizeContext = createContext(-1)

function Item({ style, index, children, ref }: CustomItemComponentProps) {
  const size = useContext(ListSizeContext)
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={size}>
      {children}
    </li>
  )
}

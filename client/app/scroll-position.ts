// The scroll position of the list, in the history of the tab: Back and a reload return to it, and read the pages up to it.
import type { ListQuery } from '@plant-collection/client/query'
import { usePlantOptions } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWindowEvent } from './browser-state.ts'

const maxPages = 20

/** Ref of the element that scrolls. */
export const scroller = {
  get current() {
    return document.querySelector('main')
  },
}

interface ScrollPosition {
  /** Pixels above the screen. */
  top: number
  pages: number
}

/** Returns the position of the current entry of the history. Only this module writes the state of an entry. */
const getPosition = (): ScrollPosition => history.state ?? { top: 0, pages: 1 }

/** Stores and restores the position. @param isRead Whether the list has a first page. It must be read after this hook. */
export function useScrollPosition(query: ListQuery, isRead: boolean): void {
  const queries = useQueryClient()
  const list = usePlantOptions().queries.list(query)
  const pending = useRef<ScrollPosition | undefined>(getPosition())

  function store() {
    const pages = queries.getQueryData(list.queryKey)?.pages.length
    if (!scroller.current || pages === undefined) return
    const { scrollTop: top, clientHeight, scrollHeight } = scroller.current
    const pagesAbove = Math.ceil((pages * (top + clientHeight)) / scrollHeight)
    history.replaceState({ top, pages: pagesAbove } satisfies ScrollPosition, '')
  }
  const readPages = useEffectEvent(() => {
    const pages = Math.min(getPosition().pages, maxPages)
    if (pages > 1) void queries.prefetchInfiniteQuery({ ...list, pages })
  })

  useWindowEvent('scrollend', store)
  useWindowEvent('pagehide', store)
  useWindowEvent('popstate', ({ isTrusted }) => {
    if (isTrusted) pending.current = getPosition()
  })
  useEffect(() => readPages(), [])
  useEffect(() => {
    if (!isRead || !pending.current) return
    if (scroller.current) scrollTo(scroller.current, pending.current.top)
    pending.current = undefined
  })
}

/** Sets the position in several frames: when the list measures its rows, it may scroll. */
function scrollTo(element: HTMLElement, top: number, frames = 10): void {
  element.scrollTop = top
  if (frames > 0) requestAnimationFrame(() => scrollTo(element, top, frames - 1))
}

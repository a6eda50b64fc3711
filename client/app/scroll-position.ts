// The scroll position of the list, in the history of the tab: Back and a reload return to it, and fetch the pages up to it.
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

/** Returns the position of the current history entry. Other modules write only `null` as the state of an entry. */
const getPosition = (): ScrollPosition => history.state ?? { top: 0, pages: 1 }

/** Stores and restores the position. Must be called before the list is fetched. @param isLoaded Whether it has a first page. */
export function useScrollPosition(query: ListQuery, isLoaded: boolean): void {
  const queryClient = useQueryClient()
  const list = usePlantOptions().queries.list(query)
  const pending = useRef<ScrollPosition | undefined>(getPosition())

  function store() {
    const pages = queryClient.getQueryData(list.queryKey)?.pages.length
    if (!scroller.current || pages === undefined) return
    const { scrollTop: top, clientHeight, scrollHeight } = scroller.current
    const pagesAbove = Math.ceil((pages * (top + clientHeight)) / scrollHeight)
    history.replaceState({ top, pages: pagesAbove } satisfies ScrollPosition, '')
  }
  const prefetchPages = useEffectEvent(() => {
    const pages = Math.min(getPosition().pages, maxPages)
    if (pages > 1) void queryClient.prefetchInfiniteQuery({ ...list, pages })
  })

  useWindowEvent('scrollend', store)
  useWindowEvent('pagehide', store)
  useWindowEvent('popstate', ({ isTrusted }) => {
    if (isTrusted) pending.current = getPosition()
  })
  useEffect(() => prefetchPages(), [])
  useEffect(() => {
    if (!isLoaded || !pending.current) return
    if (scroller.current) scrollTo(scroller.current, pending.current.top)
    pending.current = undefined
  })
}

/** Sets the position in several frames: when the list measures its rows, it may scroll. */
function scrollTo(element: HTMLElement, top: number, frames = 10): void {
  element.scrollTop = top
  if (frames > 0) requestAnimationFrame(() => scrollTo(element, top, frames - 1))
}

// The place in the list, in the history of the tab: Back and a reload return to it, and read the pages up to it.
import type { ListQuery } from '@plant-collection/client/query'
import { usePlantOptions } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useWindowEvent } from './browser-state.ts'

const maxPages = 20

interface ScrollPosition {
  /** Pixels above the screen. */
  top: number
  pages: number
}

/** Returns the place of the current entry of the history, which only this module writes. */
const getPlace = (): ScrollPosition | undefined => history.state ?? undefined

/** @param isRead Whether the list has a first page. It must be read after this hook. */
export function usePlace(scroller: RefObject<HTMLElement | null>, query: ListQuery, isRead: boolean): void {
  const queries = useQueryClient()
  const list = usePlantOptions().queries.list(query)
  const pending = useRef(getPlace())

  function store() {
    const pages = queries.getQueryData(list.queryKey)?.pages.length
    if (!scroller.current || pages === undefined) return
    const { scrollTop: top, clientHeight, scrollHeight } = scroller.current
    const scrollPosition: ScrollPosition = { top, pages: Math.ceil((pages * (top + clientHeight)) / scrollHeight) }
    history.replaceState(scrollPosition, '')
  }
  const onScrollEnd = useEffectEvent(store)
  const readPages = useEffectEvent((pages: number) => {
    if (pages > 1) void queries.prefetchInfiniteQuery({ ...list, pages: Math.min(pages, maxPages) })
  })

  useWindowEvent('pagehide', store)
  useWindowEvent('popstate', ({ isTrusted }) => {
    if (isTrusted) pending.current = getPlace()
  })
  useEffect(() => {
    const element = scroller.current
    const listen = () => onScrollEnd()
    readPages(getPlace()?.pages ?? 1)
    if (!getPlace()) history.replaceState({ top: 0, pages: 1 } satisfies ScrollPosition, '')
    element?.addEventListener('scrollend', listen)
    return () => element?.removeEventListener('scrollend', listen)
  }, [scroller])

  useEffect(() => {
    if (!isRead || !pending.current) return
    if (scroller.current) scrollTo(scroller.current, pending.current.top)
    pending.current = undefined
  })
}

/** Repeats it, because the list knows the height of a row only when it is shown. */
function scrollTo(element: HTMLElement, top: number, frames = 10): void {
  element.scrollTop = top
  if (frames > 0 && Math.abs(element.scrollTop - top) > 1)
    requestAnimationFrame(() => scrollTo(element, top, frames - 1))
}

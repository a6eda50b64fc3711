// The state of the browser: the address, the connection and its events.
import type { ListQuery } from '@plant-collection/client/query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Values of `sort`, and their names. */
export const orders = [
  ['-createdAt', 'Newest first'],
  ['createdAt', 'Oldest first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
] as const satisfies [ListQuery['sort'], string][]

/** Order of a list without a search. A new plant is first at once, and stays there. */
export const defaultSort = '-createdAt' as const

/** Filters and sort order of the list. */
export type Choice = Pick<ListQuery, 'tag' | 'q' | 'sort'>

/** Returns the choice in the address, so that a reload, Back and a bookmark show the same plants. */
export function useChoice(): Choice {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const isChoice = ([name, text]: [string, string]) =>
    name === 'tag' || (name === 'q' && text.trim() !== '') || orders.some(([sort]) => name === 'sort' && sort === text)
  return Object.fromEntries([...new URLSearchParams(search)].filter(isChoice))
}

/** Returns the id of the plant whose page is open. The address also has the choice, to which the page returns. */
export const useOpenPlant = () =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get('plant') ?? undefined)

export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Event of this page after a change of a draft. */
export const draftsEvent = 'drafts'

export function subscribe(onChange: () => void): () => void {
  const subscription = new AbortController()
  const options = { signal: subscription.signal }
  for (const event of ['popstate', 'online', 'offline', draftsEvent]) addEventListener(event, onChange, options)
  return () => subscription.abort()
}

/** Calls the listener while the component is mounted, also for events inside the page that do not bubble. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    const listen = (event: WindowEventMap[Name]) => onEvent(event)
    addEventListener(name, listen, true)
    return () => removeEventListener(name, listen, true)
  }, [name])
}

/** Returns whether the browser prints. It prints what the page shows after `beforeprint`. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)))
  useWindowEvent('afterprint', () => setPrinting(false))
  return isPrinting
}

type ParameterName = keyof Choice | 'plant'

/** Returns an address of this page. A parameter other than `plant` leads to the list. */
export function addressWith(name: ParameterName, value: string | undefined): string {
  const all = new URLSearchParams(location.search)
  all.delete('plant')
  if (value === undefined) all.delete(name)
  else all.set(name, value)
  return all.size > 0 ? `?${all}` : location.pathname
}

/** Writes a parameter into the address. @param value `undefined` for all plants, the default order, or the list. */
export function choose(name: ParameterName, value: string | undefined): void {
  const all = new URLSearchParams(location.search)
  const before = all.get(name) ?? undefined
  if (value === before && (name === 'plant' || !all.has('plant'))) return
  // During typing, Back leads to what was before the search.
  const isTyping = name === 'q' && before !== undefined && value !== undefined
  history[isTyping ? 'replaceState' : 'pushState'](null, '', addressWith(name, value))
  // `pushState` and `replaceState` do not dispatch this event.
  dispatchEvent(new PopStateEvent('popstate'))
}

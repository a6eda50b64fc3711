// The state of the browser: the URL, the connection, printing, and events of the window.
import type { ListQuery } from '@plant-collection/client/query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Values of `sort`, and their labels. */
export const sorts = [
  ['-createdAt', 'Newest first'],
  ['createdAt', 'Oldest first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
] as const satisfies [ListQuery['sort'], string][]

/** Sort order of a list without a search: a new plant is first at once, and stays there. */
export const defaultSort = '-createdAt' as const

/** Filters and sort order of the list. */
export type ListParameters = Pick<ListQuery, 'tag' | 'q' | 'sort'>

/** Returns the filters and the sort order in the URL, so that a reload, Back and a bookmark show the same plants. */
export function useListParameters(): ListParameters {
  const query = useSyncExternalStore(subscribe, () => location.search)
  const isListParameter = ([name, value]: [string, string]) =>
    name === 'tag' || (name === 'q' && value.trim() !== '') || sorts.some(([sort]) => name === 'sort' && sort === value)
  return Object.fromEntries([...new URLSearchParams(query)].filter(isListParameter))
}

/** Returns the id of the plant whose page is open. The URL also has the filters of the list, to which the page returns. */
export const useOpenPlantId = () =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get('plant') ?? undefined)

export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Name of the event that this page dispatches after a draft changes. */
export const draftsEvent = 'drafts'

export function subscribe(onChange: () => void): () => void {
  const subscription = new AbortController()
  const options = { signal: subscription.signal }
  for (const event of ['popstate', 'online', 'offline', draftsEvent]) addEventListener(event, onChange, options)
  return () => subscription.abort()
}

/** Calls the listener while the component is mounted, even for events inside the page that do not bubble. */
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

/** Returns whether the browser is printing. It prints what the page shows when the listeners of `beforeprint` return. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)))
  useWindowEvent('afterprint', () => setPrinting(false))
  return isPrinting
}

type ParameterName = keyof ListParameters | 'plant'

/** Returns the URL with a changed parameter. A parameter other than `plant` leads to the list. */
export function urlWith(name: ParameterName, value: string | undefined): string {
  const parameters = new URLSearchParams(location.search)
  parameters.delete('plant')
  if (value === undefined) parameters.delete(name)
  else parameters.set(name, value)
  return parameters.size > 0 ? `?${parameters}` : location.pathname
}

/** Navigates to the URL with a changed parameter. @param value `undefined` removes the parameter. */
export function setParameter(name: ParameterName, value: string | undefined): void {
  const parameters = new URLSearchParams(location.search)
  const previous = parameters.get(name) ?? undefined
  if (value === previous && (name === 'plant' || !parameters.has('plant'))) return
  // While the user types, the history entry is replaced, so that Back leads to the list before the search.
  const isTyping = name === 'q' && previous !== undefined && value !== undefined
  history[isTyping ? 'replaceState' : 'pushState'](null, '', urlWith(name, value))
  // `pushState` and `replaceState` do not dispatch this event.
  dispatchEvent(new PopStateEvent('popstate'))
}

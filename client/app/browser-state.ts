// What the browser knows, as state of the page.
import { useSyncExternalStore } from 'react'

/** `''` for plants without a tag; `undefined` for all plants. */
export type TagChoice = string | undefined

/** The tag of the filter is in the address, so that a reload, Back and a bookmark show the same plants. */
export function useTag(): [tag: TagChoice, setTag: (tag: TagChoice) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  return [new URLSearchParams(search).get('tag') ?? undefined, setTag]
}

export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(onChange: () => void): () => void {
  const events = ['popstate', 'online', 'offline']
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}

function setTag(tag: TagChoice): void {
  history.pushState(null, '', tag === undefined ? location.pathname : `?${new URLSearchParams({ tag })}`)
  // The browser sends it for Back only.
  dispatchEvent(new PopStateEvent('popstate'))
}

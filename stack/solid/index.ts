// Makes an observer of contract-stack/query reactive in Solid.

import { type Accessor, createSignal, onCleanup, onMount } from 'solid-js'
import type { Observer } from '../query/observer.ts'

/** Returns the state of an observer, which is connected until the owner of the call, such as a component, is disposed. */
export function useObserver<State>(observer: Observer<State>): Accessor<State> {
  const [state, setState] = createSignal(observer.getState())
  const update = () => setState(observer.getState)
  // Not on a server, where nothing is disposed.
  onMount(() => {
    onCleanup(observer.subscribe(update))
    update()
  })
  return state
}

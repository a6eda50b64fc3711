// Makes an observer of contract-stack/query reactive in Svelte.

import { createSubscriber } from 'svelte/reactivity'
import type { Observer } from '../query/observer.ts'

/** Returns the state of an observer, as `current`. The observer is connected while an effect, such as a component, reads it. */
export function useObserver<State>(observer: Observer<State>): {
  readonly current: State
} {
  const connect = createSubscriber(observer.subscribe)
  return {
    get current() {
      connect()
      return observer.getState()
    },
  }
}

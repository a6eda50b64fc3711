// Makes an observer of contract-stack/query reactive in Vue.

import { type ShallowRef, shallowRef, watchPostEffect } from 'vue'
import type { Observer } from '../query/observer.ts'

/** Returns the state of an observer. The observer is connected until its component is unmounted, or its scope is disposed. */
export function useObserver<State>(observer: Observer<State>): Readonly<ShallowRef<State>> {
  const state = shallowRef(observer.getState())
  const update = () => {
    state.value = observer.getState()
  }
  // An effect of this kind does not run on a server, where nothing is unmounted.
  watchPostEffect((onCleanup) => {
    onCleanup(observer.subscribe(update))
    update()
  })
  return state
}

// Makes an observer of contract-stack/query reactive in Vue.

import { type ShallowRef, shallowRef, watchPostEffect } from 'vue'
import type { Observer } from '../query/observer.ts'

/** Returns the state of an observer, which is connected until its component unmounts or its effect scope stops. */
export function useObserver<State>(observer: Observer<State>): Readonly<ShallowRef<State>> {
  const state = shallowRef(observer.getState())
  const update = () => {
    state.value = observer.getState()
  }
  // This effect does not run on a server, where nothing is unmounted.
  watchPostEffect((onCleanup) => {
    onCleanup(observer.subscribe(update))
    update()
  })
  return state
}

// Turns an observer into a hook.

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ItemObserver } from '../query/observer.ts'

/**
 * Returns the state of an observer.
 * @param create Called on the first render, and when one of `keys` changes.
 * @param options The options of the last render apply.
 */
export function useObserver<State, Options>(
  create: (options: Options) => ItemObserver<State, Options>,
  options: Options,
  keys: unknown[],
): State {
  const [current, setCurrent] = useState(() => ({ keys, observer: create(options) }))
  const { observer } = current
  // `useMemo` may discard its value, which a form must keep.
  if (keys.some((key, index) => key !== current.keys[index])) setCurrent({ keys, observer: create(options) })
  useEffect(() => observer.setOptions(options))
  return useSyncExternalStore(observer.subscribe, observer.getState, observer.getState)
}

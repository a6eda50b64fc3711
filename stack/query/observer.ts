// The state and the actions of a screen, without a framework. The entry of each framework makes an observer reactive.

export interface Observer<State> {
  /** Calls the listener after each change. The observer fetches while it has listeners. @returns A function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Returns the state of the screen, and its actions. The same object until the next change. */
  getState: () => State
}

export interface ItemObserver<State, Options> extends Observer<State> {
  setOptions: (options: Options) => void
}

/**
 * @param getState Returns the state. Called at once, and by `update`.
 * @param connect Called when the first listener is added. Returns a function that is called after the last one is removed.
 */
export function createObserver<State>(getState: () => State, connect: () => () => void) {
  const listeners = new Set<() => void>()
  let state = getState()
  let disconnect = () => {}

  function update(): void {
    state = getState()
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) disconnect = connect()
    listeners.add(listener)
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) disconnect()
    }
  }

  return { getState: () => state, subscribe, update }
}

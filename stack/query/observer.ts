// An observer is what a screen shows and does, without a framework. The entry point of each framework makes it reactive.

export interface Observer<State> {
  /** Calls the listener after each change of the state. The observer reads while it has listeners. @returns Ends that. */
  subscribe: (listener: () => void) => () => void
  /** What the screen shows, and its actions. The same object until the next change. */
  getState: () => State
}

export interface ItemObserver<State, Options> extends Observer<State> {
  setOptions: (options: Options) => void
}

/**
 * @param getState Returns the state. Called at first, and by `update`.
 * @param connect Called when the first listener comes. @returns What is called when the last one has gone.
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

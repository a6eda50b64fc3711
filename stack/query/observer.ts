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

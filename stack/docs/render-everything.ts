// Redoc renders a section when the reader comes near it. Printing and the search of the browser would miss the others.

/** Replaces what Redoc asks: each element is in view as soon as the browser has time. */
export function renderEverything(): void {
  // Safari has no requestIdleCallback.
  const whenIdle = (run: () => void) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 50)
  globalThis.IntersectionObserver = class extends IntersectionObserver {
    readonly #report: (target: Element) => void

    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, options)
      this.#report = (target) => {
        const area = target.getBoundingClientRect()
        const places = { boundingClientRect: area, intersectionRect: area, rootBounds: null }
        const time = performance.now()
        callback([{ target, time, isIntersecting: true, intersectionRatio: 1, ...places }], this)
      }
    }

    override observe(target: Element): void {
      whenIdle(() => this.#report(target))
    }
  }
}

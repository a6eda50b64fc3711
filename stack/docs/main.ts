// The script of the docs page, next to Redoc. It runs before Redoc and must not need a network.

import { makeAccessible } from './accessibility.ts'
import { replaceOrigin, serviceBaseUrl, type TryItOperation } from './call.ts'
import type { SearchEntry } from './search.ts'
import { defineSearch } from './search-dialog.ts'
import { defineTryIt } from './try-it.ts'

/** Data that `make generate` writes into the page, as JSON. */
export interface PageData {
  /** Origin in the code samples. */
  origin: string
  calls: TryItOperation[]
  entries: SearchEntry[]
}

const { origin, calls, entries }: PageData = JSON.parse(document.getElementById('docs-data')?.textContent ?? '')
const address = serviceBaseUrl(location.href)

// Redoc would use eval in a worker, which the policy of the page blocks. Without Worker, it searches in the page.
Reflect.deleteProperty(globalThis, 'Worker')
renderEverything()
makeAccessible()
defineSearch(entries)
defineTryIt(address === undefined ? calls : calls.map((call) => replaceOrigin(call, origin, address)), address)

/**
 * Redoc renders a section when it comes near the viewport. Printing and the search of the browser would miss the others.
 * This replaces IntersectionObserver: each element counts as visible as soon as the browser is idle.
 */
function renderEverything(): void {
  // Safari has no requestIdleCallback.
  const whenIdle = (run: () => void) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 50)
  globalThis.IntersectionObserver = class extends IntersectionObserver {
    readonly #report: (target: Element) => void

    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, options)
      this.#report = (target) => {
        const area = target.getBoundingClientRect()
        const entry = { boundingClientRect: area, intersectionRect: area, rootBounds: null }
        const time = performance.now()
        callback([{ target, time, isIntersecting: true, intersectionRatio: 1, ...entry }], this)
      }
    }

    override observe(target: Element): void {
      whenIdle(() => this.#report(target))
    }
  }
}

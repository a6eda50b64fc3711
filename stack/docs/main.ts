// The script of the docs page, beside Redoc. It runs before Redoc and must not need a network.

import { makeAccessible } from './accessibility.ts'
import { atAddress, type Definition, type Prepared, serviceAddress, withoutPages } from './address.ts'
import { renderEverything } from './render-everything.ts'
import type { SearchEntry } from './search.ts'
import { defineSearch } from './search-dialog.ts'
import { defineTryIt } from './try-it.ts'

// Redoc would use eval in a worker, which the policy of the page blocks. Without Worker, it searches in the page.
Reflect.deleteProperty(globalThis, 'Worker')
renderEverything()
makeAccessible()

/** @returns The definition that Redoc renders: with the address of the service that serves the page, if any. */
export function prepare({ 'x-calls': calls, ...definition }: Prepared, entries: SearchEntry[]): Definition {
  defineSearch(entries)
  const address = serviceAddress(location.href)
  defineTryIt(calls, address)
  return address === undefined ? withoutPages(definition) : atAddress(definition, address)
}

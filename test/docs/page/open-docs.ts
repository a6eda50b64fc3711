// Opens the docs page of the plants.
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { operations } from '../../../generated/operations.ts'
import { openDocs as open } from '../../../stack/test/support/open-docs.ts'

/** Opens the page, and waits until all of it is rendered. */
export function openDocs(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  return open(browser, url, Object.keys(operations).length, options)
}

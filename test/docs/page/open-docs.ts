// Opens the docs page in a real browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { operations } from '../../../generated/operations.ts'

/** Opens the page, and waits until all of it is rendered. */
export async function openDocs(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  await page.goto(url)
  await page
    .locator('try-it')
    .nth(Object.keys(operations).length - 1)
    .waitFor({ state: 'attached' })
  await page.getByTestId('search-trigger').getByText('Loading').waitFor({ state: 'detached' })
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() })
}

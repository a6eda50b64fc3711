// Opens the docs page in a real browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Opens the page, and waits until all of its operations are rendered. */
export async function openDocs(
  browser: Browser,
  url: string,
  operations: number,
  options: BrowserContextOptions = {},
): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  await page.goto(url)
  await page
    .locator('try-it')
    .nth(operations - 1)
    .waitFor({ state: 'attached' })
  await page.getByTestId('search-trigger').getByText('Loading').waitFor({ state: 'detached' })
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() })
}

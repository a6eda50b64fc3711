// Opens the docs page in a real browser.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

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

/** @returns The links of a page or of a part of it, as its source has them. */
export function linksIn(part: Page | Locator): Promise<string[]> {
  return part.locator('a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
}

/** @returns The links inside the page that have no target. */
export async function deadLinks(page: Page): Promise<string[]> {
  const links = await linksIn(page)
  return page.evaluate(
    (hashes) =>
      hashes.filter((hash) => {
        const [route = '', id = ''] = hash.slice(1).split('#').map(decodeURIComponent)
        const hasSection = document.querySelector(`[data-section-id="${CSS.escape(route)}"]`) !== null
        return !hasSection || (id !== '' && document.getElementById(id) === null)
      }),
    [...new Set(links.filter((link) => link.startsWith('#/')))],
  )
}

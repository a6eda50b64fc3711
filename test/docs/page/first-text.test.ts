// A slow phone gets the docs page in many pieces. Its first text must be on the screen long before the last piece.
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { listen } from '../../../stack/server/sockets/http-server.ts'
import { startBrowser } from '../../../stack/test/support/browser.ts'
import { sharedService } from '../../support/shared-service.ts'

/** A third of a second on a slow mobile network (1.6 Mbit/s), of the second that the first text may take. */
const firstBytes = 64_000

const service = await sharedService()

/** The response as it is on the wire. */
function download(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, async (response) => {
      resolve({ headers: response.headers, body: await buffer(response) })
    }).on('error', reject)
  })
}

it('the docs page shows its first text with its first 64 kB', async () => {
  const { headers, body } = await download(`${service.url}/docs`)
  const { 'content-type': type = '', 'content-encoding': coding = '' } = headers
  const server = createServer((_, res) => {
    res.writeHead(200, { 'Content-Type': type, 'Content-Encoding': coding }).write(body.subarray(0, firstBytes))
  })
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(await listen(server, '127.0.0.1', 0), { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Plant Collection Service', level: 1 }).waitFor()
    await page.getByText('collection of plants').first().waitFor()
    const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(paints).toBe(1)
    expect(await page.evaluate(() => document.readyState)).toBe('loading')
    expect(body.length).toBeGreaterThan(5 * firstBytes)
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
})

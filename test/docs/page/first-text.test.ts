// A slow phone gets the docs page in many pieces. Its first text must be on the screen long before the last piece.
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../../stack/server/sockets/http-server.ts'
import { startBrowser } from '../../../stack/test/support/browser.ts'
import { sharedService } from '../../support/shared-service.ts'

/** A third of a second on a slow mobile network (1.6 Mbit/s), of the second that the first text may take. */
const firstBytes = 64_000

const service = await sharedService()

it('the docs page shows its first text with its first 64 kB', async () => {
  // The body stays as it is on the wire. The event `response` of a ClientRequest has one argument, an IncomingMessage.
  const request = get(`${service.url}/docs`, { headers: { 'Accept-Encoding': 'br' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { 'content-type': type = '', 'content-encoding': coding = '' } = response.headers
  const server = createServer((_, res) => {
    res.writeHead(200, { 'Content-Type': type, 'Content-Encoding': coding }).write(body.subarray(0, firstBytes))
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await using browser = await startBrowser()
  const page = await browser.newPage()
  await page.goto(await listen(server, '127.0.0.1', 0), { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Plant Collection Service', level: 1 }).waitFor()
  await page.getByText('collection of plants').first().waitFor()
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  expect(await page.evaluate(() => document.readyState)).toBe('loading')
  expect(body.length).toBeGreaterThan(5 * firstBytes)
})

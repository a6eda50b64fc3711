// `make example` serves the app with hot reload, in front of a mock or of a service.
import { afterAll, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { start } from '../../support/process.ts'
import { startService } from '../../support/service.ts'

afterAll(cleanUp)

async function startExample(settings: Record<string, string>) {
  const example = start('node', ['tools/example/main.ts'], {
    settings: { ...settings, PORT: String(await freePort()) },
  })
  const [, url = ''] = await example.printed(/example app is at (\S+)\/\n/)
  return { example, url }
}

/** Signs in as the page does. */
async function tokenAt(url: string): Promise<string> {
  const headers = { Origin: url, 'Sec-Fetch-Site': 'same-origin' }
  const response = await fetch(`${url}/development-token`, { method: 'POST', headers })
  return (await response.json()).token
}

async function plantsAt(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/plants?limit=3`, { headers: { Authorization: `Bearer ${await tokenAt(url)}` } })
  return response.json()
}

it('serves the app with hot reload, and a mock with plants', { timeout: 30_000 }, async () => {
  const { example, url } = await startExample({})
  expect(await (await fetch(url)).text()).toContain('/@vite/client')
  expect(await (await fetch(`${url}/main.tsx`)).text()).toContain('import.meta.hot')
  expect(await plantsAt(url)).toHaveLength(3)
  await example.end()
})

it('calls the service at URL, which signs in the page', { timeout: 30_000 }, async () => {
  await using service = await startService()
  await service.request('/plants', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name": "Fern"}',
  })
  const { example, url } = await startExample({ URL: service.url })
  expect(await plantsAt(url)).toMatchObject([{ name: 'Fern' }])
  await example.end()
})

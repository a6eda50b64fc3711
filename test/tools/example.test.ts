// `make example` serves the app with hot reload, in front of a mock or of a service.
import { expect, it } from 'vitest'
import { freePort } from '../../stack/test/support/free-port.ts'
import { start } from '../../stack/test/support/process.ts'
import { json, startService } from '../support/service.ts'

async function startExample(settings: Record<string, string>) {
  const example = start('node', ['tools/example/main.ts'], {
    settings: { ...settings, PORT: String(await freePort()) },
  })
  const [, url = '', key = ''] = await example.printed(/example app is at ([^\s#]+)\/(?:#key=(\S+))?\n/)
  return { example, url, key }
}

/** Signs in and lists plants, as the page does. */
async function plantsAt({ url, key }: { url: string; key: string }): Promise<unknown[]> {
  const own = { Origin: url, 'Sec-Fetch-Site': 'same-origin', ...(key && { Authorization: `Bearer ${key}` }) }
  const { token } = await (await fetch(`${url}/development-token`, { method: 'POST', headers: own })).json()
  return (await fetch(`${url}/plants?limit=3`, { headers: { Authorization: `Bearer ${token}` } })).json()
}

it('serves the app with hot reload, and a mock with plants', async () => {
  const { example, url, key } = await startExample({})
  expect(key).toBe('')
  expect(await (await fetch(url)).text()).toContain('/@vite/client')
  expect(await (await fetch(`${url}/app.tsx`)).text()).toContain('import.meta.hot')
  expect(await plantsAt({ url, key })).toHaveLength(3)
  await example.end()
})

it('calls the service at URL, which signs in the page', async () => {
  await using service = await startService()
  await service.request('/plants', json({ name: 'Fern' }))
  const { example, ...page } = await startExample({ URL: service.url, DATA: service.folder })
  expect(await plantsAt(page)).toMatchObject([{ name: 'Fern' }])
  await example.end()
})

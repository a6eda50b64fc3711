import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { afterAll, afterEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startMock } from '../../../server/mock/start-mock.ts'

const mock = await startMock({ stateful: true, control: true, host: '::' })
const port = new URL(mock.url).port
const url = `http://127.0.0.1:${port}`
afterEach(() => mock.control.reset())
afterAll(() => mock.close())

const send = (path: string, method = 'GET', body?: unknown) =>
  fetch(`${url}/_mock${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const get = (path: string) => fetch(url + path, { headers: { Authorization: 'Bearer ann' } })
const statusOf = async (response: Promise<Response>) => (await response).status

it('plays and stops scenarios', async () => {
  expect(await statusOf(send('/scenarios', 'POST', [{ operation: 'listPlants', responses: [{ status: 503 }] }]))).toBe(
    204,
  )
  expect((await get('/plants')).status).toBe(503)
  expect(await statusOf(send('/scenarios', 'DELETE'))).toBe(204)
  expect((await get('/plants')).status).toBe(200)
})

it('loads plants, keeps and restores them, and resets', async () => {
  const loaded = await send('/plants', 'POST', { caller: 'ann', plants: [{ name: 'Fern' }] })
  expect([loaded.status, await loaded.json()]).toMatchObject([201, [{ name: 'Fern', tag: '' }]])
  const { name } = await (await send('/snapshots', 'POST')).json()
  expect(await statusOf(send('/reset', 'POST'))).toBe(204)
  expect(await (await get('/plants')).json()).toEqual([])
  expect(await statusOf(send(`/snapshots/${name}/restore`, 'POST'))).toBe(204)
  expect(await (await get('/plants')).json()).toMatchObject([{ name: 'Fern' }])
})

it('lists requests and sets the clock', async () => {
  expect(await statusOf(send('/clock', 'PUT', { fixed: '2030-01-01T00:00:00Z' }))).toBe(204)
  await get('/plants?limit=1')
  await get('/plants?limit=0')
  const requests = await send('/requests?operation=listPlants&caller=ann&status=200')
  expect(await requests.json()).toMatchObject([{ target: '/plants?limit=1', time: '2030-01-01T00:00:00.000Z' }])
  expect(await (await send('/requests')).json()).toHaveLength(2)
})

it.each([
  ['POST', '/scenarios', [{ operation: 'x', responses: [{}] }], /^The contract has no operation x\./],
  ['POST', '/scenarios', [{ respond: [] }], /^\/body\/0\/responses is required\.$/],
  ['POST', '/scenarios', {}, /^\/body must be an array\.$/],
  ['PUT', '/clock', { fixed: 'soon' }, /date-time/],
  ['POST', '/scenarios', [{ responses: [] }], /^\/body\/0\/responses must have at least 1 item\.$/],
  ['PUT', '/clock', { shift: 1 }, /^\/body\/shift is not a documented property\.$/],
  ['POST', '/plants', { caller: 'ann', plants: [{ name: '' }] }, /^Plant 1 is not valid: name /],
  ['POST', '/snapshots/9/restore', undefined, /^There is no snapshot 9\.$/],
  ['GET', '/requests?what=1', undefined, /what/],
])('refuses %s %s with one line, and does nothing', async (method, path, body, message) => {
  const response = await send(path, method, body)
  expect(response.status).toBe(400)
  const text = await response.text()
  expect(text).toMatch(/^[^\n]+\n$/)
  expect(text.trim()).toMatch(message)
  expect((await get('/plants')).status).toBe(200)
})

it('has a description with every operation of the control', async () => {
  const text = await (await send('/openapi.yaml')).text()
  expect(text).toBe(await readFile('server/mock/control-openapi.yaml', 'utf8'))
  const { paths } = parse(text)
  const ids = Object.values<object>(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  expect(ids.toSorted()).toEqual(Object.keys(mock.control).toSorted())
  expect((await send('/none')).status).toBe(404)
})

it('does not exist without the flag', async () => {
  await using other = await startMock({ stateful: true })
  expect((await fetch(`${other.url}/_mock/requests`)).status).toBe(404)
})

it('is for callers on the same machine only', async () => {
  const [address] = Object.values(networkInterfaces()).flatMap((list = []) =>
    list.filter(({ internal, family }) => !internal && family === 'IPv4').map((one) => one.address),
  )
  // Without a network, every caller is on the same machine.
  const host = address ?? '127.0.0.1'
  const response = await fetch(`http://${host}:${port}/_mock/requests`)
  expect(response.status).toBe(address === undefined ? 200 : 403)
})

import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { getTypes } from '../../../generate/openapi-typescript.ts'
import { newFolder, root } from '../../support/folder.ts'
import { run } from '../../support/process.ts'
import { startLampMock } from '../../support/service.ts'
import { closeAfterTests } from '../../support/shared-service.ts'

const mock = closeAfterTests(await startLampMock({ stateful: true, control: true, host: '::' }))
const port = new URL(mock.url).port
const url = `http://127.0.0.1:${port}`
afterEach(() => mock.control.reset())

const send = (path: string, method = 'GET', body?: unknown) =>
  fetch(`${url}/_mock${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const get = (path: string) => fetch(url + path, { headers: { Authorization: 'Bearer ann' } })

const ann = { caller: 'ann' }
it.each<[string, string, unknown, RegExp]>([
  ['POST', '/scenarios', [{ responses: [{ status: 500 }] }, { operation: 'x', responses: [{}] }], /no operation x/],
  ['POST', '/items', { ...ann, items: [{ name: 'Desk' }, { name: '' }] }, /^Item 2 is not a valid lamp: name /],
  ['POST', '/snapshots/9/restore', undefined, /^There is no snapshot 9\.$/],
  ['GET', '/requests?status=99', undefined, /^query\/status must be an integer/],
  ['POST', '/items', { ...ann, items: [{ name: 'Desk' }], extra: 1 }, /^body\/extra is not a documented property\.$/],
])('the control API rejects %s %s %j with one line, and does nothing', async (method, path, body, message) => {
  const response = await send(path, method, body)
  expect(response.status).toBe(400)
  const text = await response.text()
  expect(text).toMatch(/^[^\n]+\n$/)
  expect(text.trim()).toMatch(message)
  expect(await (await get('/lamps')).json()).toEqual([])
})

it('the control API rejects a body that is not sent as JSON', async () => {
  const response = await fetch(`${url}/_mock/scenarios`, { method: 'POST', body: '[]' })
  const refused = [response.status, await response.text()]
  expect(refused).toEqual([400, 'Send a JSON body, with Content-Type: application/json.\n'])
})

// Pages of other origins send an Origin, or Sec-Fetch-Site with a GET. With DNS rebinding, the Host is a name of the
// attacker.
it.each([
  [403, { Origin: 'https://evil.example' }],
  [403, { Origin: url }],
  [403, { 'Sec-Fetch-Site': 'same-site' }],
  [200, { 'Sec-Fetch-Site': 'none' }],
  [403, { Host: '127.0.0.1.evil.example' }],
  [200, { Host: `localhost:${port}` }],
  [200, { Host: `[::1]:${port}` }],
])('the control API responds with %d to %j', async (status, headers) => {
  for (const path of ['/_mock/requests', '/_mock/openapi.yaml']) {
    const clientRequest = request(url + path, { headers }).end()
    const [response] = await once(clientRequest, 'response')
    expect(response.statusCode).toBe(status)
    const text = (await response.toArray()).join('')
    if (status === 403) expect(text).toMatch(/^The control API is for tests on the same machine: [^\n]+\n$/)
  }
})

it('the control API has an OpenAPI document with all its operations', async () => {
  const text = await (await send('/openapi.yaml')).text()
  expect(text).toBe(await readFile('stack/mock/server/control-openapi.yaml', 'utf8'))
  const { paths } = parse(text)
  const ids = Object.values<object>(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  expect(ids.toSorted()).toEqual(Object.keys(mock.control).toSorted())
  const unknown = await send('/none')
  const notFoundResponse = [unknown.status, await unknown.text()]
  expect(notFoundResponse).toEqual([404, 'The control API has no such operation: see /_mock/openapi.yaml.\n'])
})

it('the control API does not exist without the flag', async () => {
  await using otherMock = await startLampMock({ stateful: true })
  expect((await fetch(`${otherMock.url}/_mock/requests`)).status).toBe(404)
})

it('the control API is for clients on the same machine only', async () => {
  const [address] = Object.values(networkInterfaces()).flatMap((list = []) =>
    list.filter(({ internal, family }) => !internal && family === 'IPv4').map((entry) => entry.address),
  )
  // Without a network, every client is on the same machine.
  const host = address ?? '127.0.0.1'
  const response = await fetch(`http://${host}:${port}/_mock/requests`)
  expect(response.status).toBe(address === undefined ? 200 : 403)
})

const names = ['ClockSetting', 'RecordedRequest', 'Scenario', 'ScenarioResponse', 'UndocumentedResponse']

/** Checks that each type has the properties of the schema with its name, and only values that the schema allows. */
const program = `
import type { components } from './control-openapi.ts'
import type * as control from '${join(root, 'stack/mock/core/control.ts')}'

type Json<T> = T extends object ? { [Name in keyof T]: Json<Exclude<T[Name], undefined>> } : T
type Same<A, B> = [keyof A, Json<A>] extends [keyof B, B] ? ([keyof B] extends [keyof A] ? true : false) : false
type Schemas = components['schemas']
${names.map((name) => `export const same${name}: Same<control.${name}, Schemas['${name}']> = true`).join('\n')}
`

it('the types and the schemas of the control API have the same properties', async () => {
  const document = parse(await readFile('stack/mock/server/control-openapi.yaml', 'utf8'))
  const folder = await newFolder()
  await writeFile(join(folder, 'control-openapi.ts'), getTypes(document))
  await writeFile(join(folder, 'program.ts'), program)
  const options = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--target', 'es2023', '--module', 'nodenext']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const result = await run(process.execPath, [tsc, ...options, 'program.ts'], { cwd: folder })
  expect(result).toMatchObject({ code: 0, stdout: '' })
})

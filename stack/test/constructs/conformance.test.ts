// Each construct that docs/openapi-support.md calls supported, in each implementation, the client, the contract tester
// and the types. One product has all of contract/.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { TestedContract } from '../../tester/contract/tested-contract.ts'
import { failedCases } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { implementations, type Started } from '../rooms/implementations.ts'
import { startProxy } from '../support/front.ts'
import { startService } from '../support/service.ts'
import { findTypeErrors } from '../support/type-errors.ts'
import { waitMs } from '../support/wait.ts'
import { allConstructs, conformanceProduct } from './conformance.ts'
import { type Exchange, expectExchanges } from './exchange.ts'
import { outsideBasePath } from './references.ts'
import { openClient, testServiceAndMock } from './suite.ts'

const product = await conformanceProduct()
const constructs = Object.entries(allConstructs)

function title({ send: { method, path, body }, receive }: Exchange): string {
  const status = typeof receive === 'number' ? receive : receive.status
  return `responds with ${status} to ${method} ${path}${typeof body === 'string' ? ` ${body.slice(0, 80)}` : ''}`
}

describe.each(Object.entries(implementations))('%s', (name, start) => {
  let target: Started
  beforeAll(async () => {
    target = await start(product)
  })
  afterAll(async () => {
    expect(target.internalErrors).toEqual([])
    await target[Symbol.asyncDispose]()
  })

  const sequences = constructs.flatMap(([, { sequences = {} }]) => Object.entries(sequences))
  it.each(sequences)('%s', (_, exchanges) => expectExchanges(target, exchanges))

  // Only the sequences depend on the database: they store items.
  describe.each(name.includes('PostgreSQL') ? [] : constructs)('%s', (_, { exchanges, calls = [] }) => {
    it.each(exchanges.map((exchange) => [title(exchange), exchange] as const))('%s', (_, exchange) =>
      expectExchanges(target, [exchange]),
    )

    it.each(calls)('the client calls %s', async (operation, input, result) => {
      const client = await openClient(product, { baseUrl: target.url, token: await target.token() })
      expect(await client[operation]?.(input)).toMatchObject(result)
    })
  })

  it('serves operations at the paths of their own servers', () => expectExchanges(target, outsideBasePath, ''))
})

// The tester replaces each id of one implementation by that of the other, even where the same number is not an id.
it.each(['collections', 'other operations'])('the contract tester finds no violation in the %s', async (kind) => {
  const { paths, ...rest } = parse(await readFile(join(product.folder, 'generated/openapi.yaml'), 'utf8'))
  const isItem = (path: string) =>
    product.contract.collections.some((collection) => `${path}/`.startsWith(`${collection.path}/`))
  const selected = Object.entries(paths).filter(([path]) => isItem(path) === (kind === 'collections'))
  const contract = new TestedContract({ ...rest, paths: Object.fromEntries(selected) })
  await contract.compile()
  // lists.test.ts runs the other histories, and lab/contract/ the categories that do not depend on the contract.
  const skip = ['a token that is not valid', 'histories with', 'heads', 'expectations', 'codings', 'targets']
  const suite = { seed: 1, perCategory: 1, statefulTests: 1, skip: [...skip, 'unknown methods'] }
  const result = await testServiceAndMock(product, contract, suite)
  expect(result.cases.length).toBeGreaterThan(100)
})

it('the types compile', async () => {
  for (const [name, { types = '' }] of constructs) {
    const imports = [
      `import type { Client } from './generated/client.ts'`,
      `import type { Handlers } from './generated/handlers.ts'`,
      'declare const client: Client',
    ]
    await writeFile(join(product.folder, `use-${name}.ts`), [...imports, types, 'export type { Handlers }'].join('\n'))
  }
  expect(findTypeErrors(product.folder, ['generated', 'handlers.ts', 'use-*.ts'])).toBe('')
})

it('the contract tester finds a service that accepts a cookie in cross-site requests', async () => {
  const document = parse(await readFile(join(product.folder, 'generated/openapi.yaml'), 'utf8'))
  const contract = new TestedContract({ ...document, paths: { '/cookie': document.paths['/cookie'] } })
  await contract.compile()
  await using service = await startService({ api: product })
  await using proxy = await startProxy(service.url, { request: (text) => text.replace(/^Sec-Fetch-Site: .*\r\n/m, '') })
  const only = ['requests of other sites']
  const target = {
    contract,
    tokens: { token: await service.token() },
    mayWrite: true,
    isMock: false,
    timeoutMs: waitMs,
  }
  const suite = { seed: 1, perCategory: 2, statefulTests: 0, skip: [], only }
  expect(failedCases(await runSuite({ ...target, url: service.url }, suite))).toEqual([])
  const failed = failedCases(await runSuite({ ...target, url: proxy.url }, suite))
  expect(failed.map(({ name }) => name)).toEqual([...only, ...only])
})

it('an API key in a cookie is accepted with the Origin of the service, and those in CORS_ORIGINS', async () => {
  const otherSite = 'https://other.example'
  await using service = await startService({ api: product, settings: { CORS_ORIGINS: otherSite } })
  const Cookie = `session=${await service.token()}`
  const statusWith = async (Origin: string) =>
    (await fetch(`${service.url}/api/v1/cookie`, { method: 'POST', headers: { Cookie, Origin } })).status
  const httpsOrigin = service.url.replace('http:', 'https:')
  const origins = [service.url, httpsOrigin, otherSite, 'http://localhost:1', 'https://other.example.org']
  expect(await Promise.all(origins.map(statusWith))).toEqual([200, 200, 200, 403, 403])
})

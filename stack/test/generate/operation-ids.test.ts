// Any text can be an operationId, and an operation needs none.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createClient } from '../../client/index.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { implementations } from '../rooms/implementations.ts'
import { edited, remove, set } from '../support/contract-edit.ts'
import { cleanUp } from '../support/folder.ts'
import { generate, loadProduct, newProduct } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { newCallers } from '../support/tokens.ts'
import { waitMs } from '../support/wait.ts'

const [boats, boat] = ['paths /boats', 'paths /boats/{boatId}']
const folder = await newProduct(
  edited(await readFile('stack/test/generate/boats.yaml', 'utf8'), [
    set(`${boats} get operationId`, 'boats/list'),
    set(`${boats} post operationId`, 'create-boat'),
    set(`${boat} get operationId`, '2boats get'),
    set(`${boat} patch operationId`, 'class'),
    remove(`${boat} delete operationId`),
  ]),
)
await generate(folder)
await writeFile(join(folder, 'handlers.ts'), 'export const handlers = {}')
const product = await loadProduct(folder)
const { contract } = await import(join(folder, 'generated/client.ts'))
afterAll(cleanUp)

it.each(Object.entries(implementations))('%s has them, and the client calls each by its name', async (_, start) => {
  await using target = await start(product)
  const client = createClient(contract, { baseUrl: target.url, token: await target.token() })
  const call = async (name: string, input = {}) => {
    const method: unknown = Reflect.get(client, name)
    if (typeof method !== 'function') throw new Error(`The client has no method ${name}.`)
    return Object(await method(input))
  }
  const made = await call('create-boat', { body: { name: 'Ada' } })
  const path = { boatId: made.body.id }
  const others = [
    await call('boats/list'),
    await call('2boats get', { path }),
    await call('class', { path, body: { name: 'Bea' } }),
    await call('deleteBoatsBoatId', { path }),
  ]
  expect([made, ...others].map(({ status }) => status)).toEqual([201, 200, 200, 200, 204])
})

it('the docs have a page of each', async () => {
  await using service = await startService({ api: product })
  for (const { id } of product.contract.operations) {
    const page = await fetch(`${service.url}/docs/${encodeURIComponent(id)}.md`)
    expect([id, page.status]).toEqual([id, 200])
  }
})

it('the contract tester tests them', async () => {
  await using service = await startService({ api: product })
  const tested = await readContract(join(folder, 'generated/openapi.yaml'))
  const tokens = await (await newCallers(service.folder, { ...product.contract, scopes: tested.scopes }))()
  const target = { contract: tested, url: service.url, tokens, mayWrite: true, isMock: false, timeoutMs: waitMs }
  const result = await runSuite(target, { seed: 1, perFamily: 1, sequences: 1, skip: [] })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(100)
})

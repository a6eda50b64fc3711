// A contract without security: everybody has the same items, and nobody needs a token.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { edited, remove } from '../support/contract-edit.ts'
import { cleanUp } from '../support/folder.ts'
import { generate, loadProduct, newProduct } from '../support/product.ts'
import { startMock, startService } from '../support/service.ts'
import { waitMs } from '../support/wait.ts'
import { implementations } from './implementations.ts'

const boats = await readFile('stack/test/generate/boats.yaml', 'utf8')
const folder = await newProduct(edited(boats, [remove('security'), remove('components securitySchemes')]))
await generate(folder)
await writeFile(join(folder, 'handlers.ts'), 'export const handlers = {}')
const product = await loadProduct(folder)
const contract = await readContract(join(folder, 'generated/openapi.yaml'))
afterAll(cleanUp)

describe.each(Object.entries(implementations))('%s without security', (_, start) => {
  it('takes requests with and without a token, and has the same items for both', async () => {
    await using target = await start(product)
    const headers = { 'Content-Type': 'application/json' }
    const made = await fetch(`${target.url}/boats`, { method: 'POST', headers, body: '{"name":"Ada"}' })
    expect(made.status).toBe(201)
    const boat = await made.json()
    for (const Authorization of [undefined, 'Bearer a.b.c', 'Basic x']) {
      const listed = await fetch(`${target.url}/boats`, { headers: { ...(Authorization && { Authorization }) } })
      expect([listed.status, await listed.json()]).toEqual([200, [boat]])
    }
    expect((await fetch(`${target.url}/boats/${boat.id}`, { method: 'DELETE' })).status).toBe(204)
  })
})

it('the contract tester finds nothing wrong with the service and the mock', async () => {
  await using service = await startService({ api: product, settings: { RATE_LIMIT_PER_MINUTE: '9999999' } })
  await using mock = await startMock({ stateful: true }, { api: product })
  const options = {
    contract,
    url: service.url,
    compare: mock.url,
    tokens: { token: 'any' },
    mayWrite: true,
    isMock: false,
    timeoutMs: waitMs,
  }
  const result = await runSuite(options, { seed: 1, perFamily: 2, sequences: 2, skip: [] })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(100)
})

it('documents no 401 and no 403, and its samples send no token', async () => {
  expect(contract.operations.flatMap(({ responses }) => [401, 403].filter((status) => responses.has(status)))).toEqual(
    [],
  )
  expect(await readFile(join(folder, 'generated/docs.md'), 'utf8')).not.toContain('Bearer')
})

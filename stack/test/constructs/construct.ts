// One construct of OpenAPI: a small contract with a handler for each operation. All implementations must give the
// responses of the table. The client and the contract tester run, too.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ClientOptions, type ContractTypes, createClient } from '../../client/index.ts'
import type { Contract } from '../../core/contract/contract.ts'
import type { DraftResponse } from '../../core/pipeline/http.ts'
import type { Call } from '../../core/pipeline/pipeline.ts'
import { readContract, type TestedContract } from '../../tester/contract/tested-contract.ts'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite, type SuiteOptions } from '../../tester/suite.ts'
import { implementations } from '../rooms/implementations.ts'
import { cleanUp } from '../support/folder.ts'
import { type Product, productWith } from '../support/product.ts'
import { startMock, startService } from '../support/service.ts'
import { findTypeErrors } from '../support/type-errors.ts'
import { waitMs } from '../support/wait.ts'

/** A request, and a part of its response. */
export interface Exchange {
  name: string
  /** `{token}` stands for a valid token, and `{basic}` for the credentials of Basic with this token as the password.
   * In a path, `{id}` is the id of the first item that was created. */
  send: { method?: string; path: string; headers?: Record<string, string>; body?: BodyInit }
  /** `body`: the value of JSON, or else the text. `headers`: by lower-case name. */
  receive: { status: number; body?: unknown; headers?: Record<string, unknown> }
}

/** A call of the client, and a part of its result. */
export type ClientCall = [operation: string, input: object | undefined, result: object]

export interface Construct {
  /** `paths`, and what else a contract has beside `openapi`, `info` and `servers`. */
  contract: string
  /** By operationId. Default of each operation that is not standard: it returns 200 with its input as JSON. */
  handlers?: Record<string, (call: Call) => DraftResponse | Promise<DraftResponse>>
  /** The text of handlers.ts, in place of `handlers`. */
  source?: string
  exchanges?: Exchange[]
  calls?: ClientCall[]
  /** TypeScript that must compile: it can use `client` and `handlers`. */
  types?: string
}

const head = `openapi: 3.1.1
info: { title: Constructs, version: 1.0.0 }
`

// A file can have several constructs.
afterAll(cleanUp)

/** Describes the construct as tests. */
export function construct(
  name: string,
  { contract, handlers = {}, source, exchanges = [], calls = [], types }: Construct,
) {
  // After the last construct of the file: it removes the folders of all.
  afterAll(cleanUp)
  describe(name, async () => {
    const generated = await productWith(head + contract, source)
    const { folder } = generated
    const product = { ...generated, handlers: { ...echoes(generated.contract), ...handlers, ...generated.handlers } }
    const all = Object.entries(implementations).filter(([one]) => source !== undefined || !one.includes('PostgreSQL'))
    it.each(all)('%s', async (_, start) => {
      await using target = await start(product)
      const token = await target.token()
      let id: string | undefined
      const fill = (text: string) =>
        text
          .replace('{token}', token)
          .replace('{basic}', btoa(`ann:${token}`))
          .replace('{id}', String(id))
      for (const { name: exchange, send, receive } of exchanges) {
        const { path, headers = {}, ...init } = send
        const filled = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, fill(value)]))
        const response = await fetch(target.url + fill(path), { ...init, headers: filled })
        const text = await response.text()
        const isJson = /[/+]json/.test(response.headers.get('Content-Type') ?? '')
        if (response.status === 201) id ??= Object(JSON.parse(text)).id
        const body = isJson ? JSON.parse(text) : text
        const got = { status: response.status, body, headers: Object.fromEntries(response.headers) }
        expect(got, `${exchange}: ${text}`).toMatchObject(receive)
      }
      const client = await openClient(product, { baseUrl: target.url, token })
      for (const [operation, input, result] of calls)
        expect(await client[operation]?.(input), operation).toMatchObject(result)
      expect(target.internalErrors).toEqual([])
    })

    it('the contract tester finds nothing wrong', async () => {
      const contract = await readContract(join(folder, 'generated/openapi.yaml'))
      const suite = { seed: 1, perFamily: 2, sequences: 1, skip: ['a token that is not valid'] }
      const result = await testServiceAndMock(product, contract, suite)
      expect(result.cases.length).toBeGreaterThan(10)
    })

    it('the types compile', async () => {
      const imports = [
        `import type { Client } from './generated/client.ts'`,
        `import type { Handlers } from './generated/handlers.ts'`,
        'declare const client: Client',
      ]
      const lines = [...imports, types ?? 'void client', 'export type { Handlers }']
      await writeFile(join(folder, 'use.ts'), lines.join('\n'))
      expect(findTypeErrors(folder, ['generated', 'handlers.ts', 'use.ts'])).toBe('')
    })
  })
}

/** Expects that the contract tester finds nothing wrong with the service, beside the mock with state. */
export async function testServiceAndMock(
  api: Product,
  contract: TestedContract,
  suite: SuiteOptions,
  [subject, other]: [subject?: string, other?: string] = [],
) {
  await using service = await startService({ api, settings: { RATE_LIMIT_PER_MINUTE: '9999999' } })
  await using mock = await startMock({ stateful: true }, { api })
  const tokens = { token: await service.token(subject), ...(other && { otherCallerToken: await service.token(other) }) }
  const target = { contract, url: service.url, compare: mock.url, tokens, mayWrite: true, isMock: false }
  const result = await runSuite({ ...target, timeoutMs: waitMs }, suite)
  expect(formatFailures(result)).toBe('')
  return result
}

/** The names of what the contract tester finds wrong with a service of another contract. */
export async function failuresWith(
  served: Contract,
  api: Product,
  contract: TestedContract,
  suite: SuiteOptions,
): Promise<string[]> {
  await using service = await startService({ api: { ...api, contract: served } })
  const tokens = { token: await service.token('ann'), otherCallerToken: await service.token('bob') }
  const target = { contract, url: service.url, tokens, mayWrite: true, isMock: false, timeoutMs: waitMs }
  return failedCases(await runSuite(target, suite)).map(({ name }) => name)
}

/** Of a contract that the compiler does not know. */
interface AnyTypes extends ContractTypes {
  operations: Record<string, object>
}

/** A client of a product. @returns Its methods, by operationId. */
export async function openClient(
  { folder }: Product,
  options: ClientOptions,
): Promise<Record<string, (input?: object) => Promise<unknown>>> {
  const { contract } = await import(join(folder, 'generated/contract-types.ts'))
  return createClient<AnyTypes>(contract, options)
}

/** A standard operation needs no handler. */
function echoes({ operations, standardOperations }: Contract) {
  const echo = async ({ path, query, headers, cookies, body }: Call) => ({
    status: 200,
    body: { path, query, headers, cookies, body },
  })
  const others = Object.keys(operations).filter((id) => !standardOperations.includes(id))
  return Object.fromEntries(others.map((id) => [id, echo]))
}

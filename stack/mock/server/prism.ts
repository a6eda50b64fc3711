// Responses of Prism, behind the pipeline. Prism only provides documented examples.
import { readFileSync } from 'node:fs'
import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import type { Contract } from '../../core/contract/contract.ts'
import type { ServerData } from '../../core/contract/contract-data.ts'
import { fitExample } from '../../core/examples/example-response.ts'
import { readPreference } from '../../core/examples/prefer-header.ts'
import type { DraftResponse } from '../../core/pipeline/http.ts'
import type { Call, Respond } from '../../core/pipeline/pipeline.ts'

export async function respondWithPrism(contract: Contract, { documents }: ServerData): Promise<Respond> {
  const document = JSON.parse(readFileSync(new URL('openapi.json', documents), 'utf8'))
  // Stryker disable ObjectLiteral,BooleanLiteral,StringLiteral: most are Prism's defaults, and the log is silent
  const settings: Parameters<typeof createClientFromOperations>[1] = {
    mock: { dynamic: false },
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    logger: createLogger('mock', { level: 'silent' }),
  }
  // Stryker restore all
  // One for each operation: Prism would choose /rooms/{id} for /rooms/{id}.json.
  const clients = new Map(
    (await getHttpOperationsFromSpec(document)).map((one) => {
      return [`${one.method.toUpperCase()} ${one.path}`, createClientFromOperations([one], settings)]
    }),
  )
  return async (call) => {
    const { operation, request } = call
    const prism = clients.get(`${operation.method} ${operation.path}`)
    if (prism === undefined) throw new Error(`Prism does not know ${operation.id}.`)
    const { response, example } = readPreference(contract, request.headers.prefer, operation)
    const mock = { dynamic: false, code: response.status, ...(example !== undefined && { exampleKey: example }) }
    // The pipeline has negotiated. Prism itself has no problems for a caller that accepts only JSON.
    const input = { method: operation.method.toLowerCase() as 'get', headers: { accept: '*/*' } }
    // The template of the path matches itself.
    return prismResponse(contract, call, await withTimeout(prism.request(operation.path, input, { mock })))
  }
}

interface PrismResponse {
  status: number
  headers?: Record<string, string> | undefined
  data?: unknown
}

// Prism makes up optional headers too; the pipeline sets those.
function prismResponse(contract: Contract, call: Call, { status, headers = {}, data }: PrismResponse): DraftResponse {
  const plan = call.operation.responses.get(status)
  if (plan === undefined) throw new Error(`Prism responded ${status}, which is not documented.`)
  const required = plan.headers.filter(({ name, isRequired }) => isRequired && name !== 'Request-Id')
  const own = required.flatMap(({ name }) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  // Without a documented example, what Prism makes up may break the contract.
  const { headers: known, sample = data } = contract.examples[plan.name] ?? {}
  return fitExample(contract, call, plan, { ...Object.fromEntries(own), ...known }, sample)
}

const timeoutMs = 5_000

/** Limits the wait: Prism sometimes never responds, such as to malformed JSON. @throws {Error} after `timeoutMs`. */
function withTimeout<T>(response: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Prism did not respond within ${timeoutMs} ms`)), timeoutMs)
    response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

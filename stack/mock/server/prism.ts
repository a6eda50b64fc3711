// Responds with examples of Prism, behind the pipeline.
import { readFileSync } from 'node:fs'
import { createLogger } from '@stoplight/prism-core'
import { createInstance, getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http'
import type { Contract, ServerData } from '../../core/contract/contract.ts'
import { adaptExample } from '../../core/examples/example-response.ts'
import { readPreference } from '../../core/examples/prefer-header.ts'
import type { Respond } from '../../core/pipeline/pipeline.ts'

export async function respondWithPrism(contract: Contract, { documents }: ServerData): Promise<Respond> {
  const document = JSON.parse(readFileSync(new URL('openapi.json', documents), 'utf8'))
  // Stryker disable ObjectLiteral,BooleanLiteral,StringLiteral: most are Prism's defaults, and the log is silent
  const settings: IHttpConfig = {
    mock: { dynamic: false },
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
  }
  const prism = createInstance(settings, { logger: createLogger('mock', { level: 'silent' }) })
  // Stryker restore all
  const operations = new Map(
    (await getHttpOperationsFromSpec(document)).map((operation) => [
      `${operation.method.toUpperCase()} ${operation.path}`,
      operation,
    ]),
  )
  return async (call) => {
    const { operation, request } = call
    const prismOperation = operations.get(`${operation.method} ${operation.path}`)
    if (prismOperation === undefined) throw new Error(`Prism does not know ${operation.id}.`)
    const { response, example } = readPreference(contract, request.headers.prefer, operation)
    const mock = { dynamic: false, code: response.status, ...(example !== undefined && { exampleKey: example }) }
    // The pipeline has checked `Accept`. Prism would return no problem to a caller that accepts only JSON.
    const input = {
      method: operation.method.toLowerCase() as 'get',
      url: { path: operation.path },
      headers: { accept: '*/*' },
    }
    // A path template matches itself. Prism would select /rooms/{id} for /rooms/{id}.json, so it gets one operation.
    const result = await prism.request(input, [prismOperation], { ...settings, mock })()
    if (result._tag === 'Left') throw result.left
    const { headers = {}, body } = result.right.output
    // Prism invents optional headers too; the pipeline sets those.
    const required = response.headers.filter(({ name, required }) => required && name !== 'Request-Id')
    const requiredHeaders = required.flatMap(({ name }) =>
      headers[name] === undefined ? [] : [[name, headers[name]] as const],
    )
    // Without a documented example, what Prism invents may break the contract.
    const { headers: exampleHeaders, sample = body } = contract.examples[response.name] ?? {}
    return adaptExample(contract, call, response, { ...Object.fromEntries(requiredHeaders), ...exampleHeaders }, sample)
  }
}

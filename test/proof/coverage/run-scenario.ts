// Runs a scenario: starts the service, sends the requests, and checks the last response.
import { Connection, type HttpResponse } from '../../../tools/contract-tester/connection.ts'
import { type ContractOperation, operations } from '../../../tools/contract-tester/contract/openapi.ts'
import { deviations } from '../../../tools/contract-tester/contract/oracle.ts'
import { expired } from '../implementations.ts'
import { type LiveService, startLiveService } from './live-service.ts'
import { anyRequest, type Exchange, type Scenario, type Step } from './scenario.ts'

/** A page that may call the service, so that each response has the headers of CORS. */
const origin = 'http://localhost:5173'
const timeoutMs = 20_000

export async function runScenario(scenario: Scenario): Promise<Exchange> {
  for (let left = 9; ; left -= 1) {
    const exchange = await runOnce(scenario)
    if (left === 0 || (scenario.until?.(exchange.response) ?? true)) return exchange
  }
}

async function runOnce({
  of,
  cause,
  circumstance = 'everything works',
  before = [],
  step,
}: Scenario): Promise<Exchange> {
  await using live = await startLiveService(circumstance)
  using connection = new Connection(live.service.url)
  let etag = ''
  for (const earlier of before) etag = (await sendStep(live, connection, earlier, etag)).headers.etag ?? ''
  const response = await sendStep(live, connection, step, etag)
  const operation = operations.find(({ id }) => id === of)
  return {
    of,
    cause,
    step,
    response,
    deviations: [
      ...wrongOperation(of, step, operation),
      ...(await deviations(step.method, operation, response)),
      ...wrongReports(live, response),
    ],
  }
}

async function sendStep(
  { service, clock }: LiveService,
  connection: Connection,
  step: Step,
  etag: string,
): Promise<HttpResponse> {
  if (step.at !== undefined) clock.time = step.at
  const text = step.bytes ?? textOf(step, await tokenFor(step.token, service), etag)
  return await connection.exchange(step.method, Buffer.from(text, 'latin1'), timeoutMs).catch((cause) => {
    throw new Error(`No response to ${step.method} ${step.target.slice(0, 80)}`, { cause })
  })
}

function textOf({ method, target, headers = {}, body }: Step, token: string, etag: string): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    Host: 'localhost',
    Origin: origin,
    ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    ...(text === '' ? {} : { 'Content-Length': String(text.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value.replace('{etag}', etag)}`)
  return [`${method} ${target} HTTP/1.1`, ...lines, '', text].join('\r\n')
}

async function tokenFor(kind: Step['token'], service: LiveService['service']): Promise<string> {
  switch (kind) {
    case undefined:
      return service.token()
    case 'none':
      return ''
    case 'forged':
      return (await service.token()).replace(/[^.]*$/, 'A'.repeat(86))
    case 'expired':
      return expired(await service.token(), service.folder)
    default:
      return service.token('somebody', kind.scope)
  }
}

// A scenario counts for the operation that it names, so its request must be one for this operation.
function wrongOperation(of: string, { method, target }: Step, operation: ContractOperation | undefined): string[] {
  if (of === anyRequest) return []
  if (operation === undefined) return [`openapi.yaml has no operation ${of}`]
  const path = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const matches = operation.method === method && path.test(target.split('?', 1)[0] ?? '')
  return matches ? [] : [`${method} ${target} is not a request for ${of}`]
}

// The service reports internal errors, and nothing else.
function wrongReports({ service: { internalErrors: reported } }: LiveService, { status }: HttpResponse): string[] {
  if (status === 500) return reported.length > 0 ? [] : ['the internal error was not reported']
  return reported.map((error) => `an internal error was reported: ${error}`)
}

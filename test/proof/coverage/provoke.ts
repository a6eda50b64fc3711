// Provokes an answer: starts the service, sends what comes before and then the request itself, and judges the answer.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importJWK, SignJWT } from 'jose'
import { Connection } from '../connection.ts'
import { type ContractOperation, operations } from '../contract.ts'
import { type Answer, findings } from '../oracle.ts'
import { type Live, startLive } from './live.ts'
import { anyRequest, type Exchange, type Provocation, type Step } from './provocation.ts'

/** Of a page that may call: whatever is answered says so. */
const origin = 'http://localhost:5173'
const deadlineMs = 20_000

export async function provoke(provocation: Provocation): Promise<Exchange> {
  for (let left = 4; ; left -= 1) {
    const exchange = await once(provocation)
    if (left === 0 || (provocation.until?.(exchange.answer) ?? true)) return exchange
  }
}

async function once({ of, cause, circumstance = 'all is well', before = [], step }: Provocation): Promise<Exchange> {
  await using live = await startLive(circumstance)
  let answer: Answer | undefined
  for (const earlier of before) answer = await ask(live, earlier, answer)
  answer = await ask(live, step, answer)

  const operation = operations.find(({ id }) => id === of)
  const wrong = await findings(step.method, operation, answer)
  return {
    of,
    cause,
    step,
    answer,
    findings: [...namedWrongly(of, step, operation), ...wrong, ...reported(live, answer)],
  }
}

async function ask({ service, clock }: Live, step: Step, before: Answer | undefined): Promise<Answer> {
  if (step.at !== undefined) clock.time = step.at
  using connection = new Connection(service.url)
  const etag = before?.headers.etag ?? ''
  const bytes = step.bytes ?? textOf(step, { token: await tokenFor(step.token, service), etag })
  return await connection.exchange(step.method, Buffer.from(bytes, 'latin1'), deadlineMs).catch((error) => {
    throw new Error(`${step.method} ${step.target.slice(0, 80)} was not answered`, { cause: error })
  })
}

function textOf(
  { method, target, headers = {}, body }: Step,
  { token, etag }: { token: string; etag: string },
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const fields = {
    Host: 'localhost',
    Origin: origin,
    ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
    ...(text === '' ? {} : { 'Content-Length': String(text.length) }),
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value.replace('{etag}', etag)}`)
  return [`${method} ${target} HTTP/1.1`, ...lines, '', text].join('\r\n')
}

async function tokenFor(kind: Step['token'], service: Live['service']): Promise<string> {
  switch (kind) {
    case undefined:
      return service.token()
    case 'none':
      return ''
    case 'forged':
      return (await service.token()).replace(/[^.]*$/, 'A'.repeat(86))
    case 'expired':
      return expiredToken(service.folder)
    default:
      return service.token('gardener', kind.scope)
  }
}

async function expiredToken(folder: string): Promise<string> {
  const key = await importJWK(JSON.parse(await readFile(join(folder, 'development-key.json'), 'utf8')), 'Ed25519')
  return new SignJWT({ scope: 'plants:read plants:write' })
    .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt' })
    .setIssuer('urn:plant-collection:development')
    .setAudience('urn:plant-collection:api')
    .setSubject('gardener')
    .setExpirationTime('1 minute ago')
    .sign(key)
}

// What a provocation says it is of is what it counts for: a slip there would count for another operation.
function namedWrongly(of: string, { method, target }: Step, operation: ContractOperation | undefined): string[] {
  if (of === anyRequest) return []
  if (operation === undefined) return [`openapi.yaml has no operation ${of}`]
  const path = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const isIts = operation.method === method && path.test(target.split('?', 1)[0] ?? '')
  return isIts ? [] : [`${method} ${target} is no request for ${of}`]
}

// A fault of ours is answered 500 and reported; nothing else is either.
function reported({ service: { internalErrors: faults } }: Live, { status }: Answer): string[] {
  if (status === 500) return faults.length > 0 ? [] : ['the fault was not reported']
  return faults.map((fault) => `a fault was reported: ${fault}`)
}

// Test cases of one request each: the examples of the contract, OPTIONS for each path, and requests of every family.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type Check, checkOfFamily, type Finding, type Job, responseChecks } from './checks.ts'
import { ConnectionEnded, type HttpResponse, NoResponse } from './connection.ts'
import { type ContractOperation, operations } from './contract/openapi.ts'
import { listOf, mediaTypeOf } from './contract/oracle.ts'
import { type Draft, draftOf, type Placeholders, pathAndQuery } from './requests/draft.ts'
import { percentEncoded } from './requests/encoding.ts'
import type { Family } from './requests/families.ts'
import { descriptionOf, firstOutcome, mismatches, mockOutcome, type Outcome, success } from './requests/outcome.ts'
import { setUp } from './requests/set-up.ts'
import type { Target } from './target.ts'

/** Requests of a family that can be sent to the target; the same seed gives the same requests. */
export function draftsFor(
  family: Family,
  target: Target,
  { seed, perFamily, skip }: { seed: number; perFamily: number; skip: string[] },
): Draft[] {
  // A request with two violations is skipped with either of them.
  const isSkipped = ({ outcomes }: Draft) =>
    outcomes.some(({ because = '' }) => skip.some((text) => because.includes(text)))
  const isSendable = (draft: Draft) => hasTokens(draft, target) && canBeSent(draft, target) && !isSkipped(draft)
  // The same number for each operation, so that each one gets requests of each family.
  const count = Math.ceil(perFamily / family.operations.length)
  const sent = family.operations.flatMap((operation, index) => {
    // The same seed would give each operation the same variants.
    const sendable = (numRuns: number) => sampled(family, operation, seed + index, numRuns).filter(isSendable)
    const drafts = sendable(count)
    // Of some families nothing can be sent: more samples would only take time.
    return drafts.length === count || sendable(12).length === 0 ? drafts : sendable(count * 8).slice(0, count)
  })
  return [...(family.always ?? []).filter(isSendable), ...sent]
}

// Sampling takes longer than sending.
const samples = new Map<string, Draft[]>()

function sampled(family: Family, operation: ContractOperation, seed: number, numRuns: number): Draft[] {
  const key = `${family.name} ${operation.id} ${seed} ${numRuns}`
  const drafts = samples.get(key) ?? fc.sample(family.requestsFor(operation), { seed, numRuns })
  samples.set(key, drafts)
  return drafts
}

function hasTokens(draft: Draft, { values }: Target): boolean {
  const text = [pathAndQuery(draft), ...draft.headers.map(([, value]) => value)].join(' ')
  const named = [...text.matchAll(/\{(\w*token)\}/gi)].map(([, name = '']) => name)
  const needsNeighbour = draft.setUp === "somebody else's plant"
  return [...named, ...(needsNeighbour ? ['neighbourToken'] : [])].every((name) => name in values)
}

/** Whether a draft may be sent: without permission to write, a defective service must not get the chance to do so. */
export function canBeSent(draft: Draft, { options, values }: Target): boolean {
  if (options.mayWrite) return true
  const { operation, method, target, headers } = draft
  const isRead = ['GET', 'HEAD'].includes(method) && operation.method === 'GET'
  const needed = {
    nothing: [],
    'a plant': ['id'],
    'a used key': ['key'],
    "somebody else's plant": ['otherId'],
  }[draft.setUp]
  const isSetUp = needed.every((name) => name in values) && !target.path.includes('{deletedId}')
  // The tag is that of a plant.
  const needsTagOfList = !target.path.includes('{id}') && headers.some(([, value]) => value.includes('{etag}'))
  return isRead && isSetUp && !needsTagOfList
}

/** One draft for each example of a request body or a query parameter. */
export function exampleDrafts(): { name: string; draft: Draft }[] {
  return operations.flatMap((operation) => {
    const { id, path, parameters, responses } = operation
    const exampleOf = (name: string, parts: Partial<Draft> = {}) => ({
      name,
      draft: draftOf(operation, {
        setUp: responses.has(404) ? 'a plant' : 'nothing',
        outcomes: [success(operation)],
        ...parts,
      }),
    })
    const bodies = [...operation.body].flatMap(([mediaType, { examples }]) =>
      Object.entries(examples).map(([name, value]) =>
        exampleOf(`${id} ${mediaType} ${name}`, {
          headers: [['Content-Type', mediaType]],
          body: Buffer.from(JSON.stringify(value)),
        }),
      ),
    )
    const queries = parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, examples }) =>
        Object.entries(examples).map(([example, value]) => {
          const query = [`${name}=${percentEncoded(String(value), 'all')}`]
          return exampleOf(`${id} ${name} ${example}`, { target: { prefix: '', path, query } })
        }),
      )
    return [...(bodies.length === 0 ? [exampleOf(id)] : bodies), ...queries]
  })
}

/** Sends one request and checks the response. @param name Of its family. */
export async function runCase(target: Target, draft: Draft, name: string): ReturnType<Job['run']> {
  const expected = target.options.isMock ? mockOutcome(draft.outcomes) : firstOutcome(draft.outcomes)
  const isValid = draft.outcomes.every(({ status }) => status < 400)
  const check = checkOfFamily[name] ?? (isValid ? 'positive_data_acceptance' : 'negative_data_rejection')
  const refusal: Check[] = expected.type === undefined ? [] : ['refusal_conformance']
  const result = { checks: [...responseChecks, check, ...refusal] }
  let values = target.values
  try {
    values = await valuesFor(target, draft)
    const response = await target.send(draft, values)
    const request = `${target.textOf(draft, values)}\n→ ${response.status}`
    if (isTolerated(target, name, draft, response, expected)) return { ...result, findings: [], request }
    const documentedBy = expected.isOfAnyRequest ? undefined : draft.operation
    const findings = [
      ...unexpected(draft.operation, response, expected, check),
      ...(await target.check(draft.method, documentedBy, response)),
    ]
    return { ...result, findings, request }
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    const isCut = target.options.isGateway && gatewayFamilies.has(name) && error instanceof ConnectionEnded
    const findings: Finding[] = isCut ? [] : [{ check: 'max_response_time', message: error.message }]
    return { ...result, findings, request: error.request ?? target.textOf(draft, values) }
  }
}

/** Families of requests that a gateway may refuse itself, in its own words. */
export const gatewayFamilies: ReadonlySet<string> = new Set([
  ...['malformed heads', 'unknown methods', 'large heads', 'unsupported expectations', 'long targets', 'unknown paths'],
  'unsupported transfer codings',
  ...['unsupported methods', 'invalid encodings in a path', 'malformed identifiers', 'oversized bodies'],
  ...['repeated Authorization', 'invalid header parameters', 'two violations', 'valid requests in other forms'],
])

// RFC 9110 allows another outcome, or a gateway has refused the request.
function isTolerated(
  { options }: Target,
  family: string,
  draft: Draft,
  { status, headers }: HttpResponse,
  expected: Outcome,
): boolean {
  if (status !== expected.status && expected.orElse?.includes(status)) return true
  if (!options.isGateway || !gatewayFamilies.has(family)) return false
  // It may also repair the head, or normalise the path (RFC 3986, 6.2.2).
  const isRepaired = family === 'malformed heads' || family === 'unsupported expectations'
  const isNormalised = /\/\/|\/\.|%2f|%2e/i.test(draft.target.path)
  const isOfGateway = status >= 400 && mediaTypeOf(headers) !== 'application/problem+json'
  return isRepaired || isNormalised || isOfGateway
}

// Without permission to write, requests use what exists.
function valuesFor(target: Target, draft: Draft): Promise<Placeholders> | Placeholders {
  return target.options.mayWrite
    ? setUp(draft, target.values, target.service)
    : { ...target.values, newId: randomUUID() }
}

function unexpected(
  operation: ContractOperation,
  { status, ...rest }: HttpResponse,
  expected: Outcome,
  check: Check,
): Finding[] {
  const isOtherRefusal = status >= 400 && expected.status >= 400 && check === 'negative_data_rejection'
  const found = status >= 500 ? 'not_a_server_error' : isOtherRefusal ? 'refusal_conformance' : check
  const sentence = descriptionOf(operation, expected.status)
  return mismatches({ status, ...rest }, expected).map((message) => ({
    check: found,
    message,
    ...(sentence !== undefined && { sentence }),
  }))
}

/** OPTIONS must list all methods of a path (RFC 9110, 9.3.7). */
export async function runOptionsCase(target: Target, ofPath: ContractOperation[]): ReturnType<Job['run']> {
  const [operation] = ofPath
  if (operation === undefined) throw new Error('A path has at least one operation.')
  const path = operation.path.replace('{id}', target.values.id ?? randomUUID())
  const draft = {
    ...draftOf(operation, { method: 'OPTIONS', target: { prefix: '', path, query: [] } }),
    headers: [['Host', '{host}']] satisfies Draft['headers'],
  }
  const response = await target.send(draft)
  const allowed = (response.headers.allow ?? '').split(/\s*,\s*/).filter((method) => method !== 'OPTIONS')
  // `HEAD` works wherever `GET` works.
  const documented = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const isExact = allowed.toSorted().join() === documented.toSorted().join()
  const message = `header allow: expected ${documented}, got ${response.headers.allow ?? 'nothing'}`
  const patchTypes = ofPath.filter(({ method }) => method === 'PATCH').flatMap(({ body }) => [...body.keys()])
  const acceptPatch = response.headers['accept-patch']
  const acceptsPatch = listOf(acceptPatch).toSorted().join() === patchTypes.toSorted().join()
  const patch = `header accept-patch: expected ${patchTypes.join(', ') || 'nothing'}, got ${acceptPatch ?? 'nothing'}`
  return {
    checks: [...responseChecks, 'allow_header_conformance'],
    findings: [
      ...(await target.check('OPTIONS', undefined, response)),
      ...(isExact ? [] : [{ check: 'allow_header_conformance' as const, message }]),
      ...(acceptsPatch ? [] : [{ check: 'response_headers_conformance' as const, message: patch }]),
    ],
    request: `${target.textOf(draft)}\n→ ${response.status}`,
  }
}

// Test cases of one request each: the examples of the contract, OPTIONS for each path, and requests of every family.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type Check, checkOfFamily, type Finding, responseChecks, type TestCase } from './checks.ts'
import { type HttpResponse, NoResponse } from './connection.ts'
import { type ContractOperation, operations } from './contract/openapi.ts'
import { checkResponse } from './contract/oracle.ts'
import { type Draft, draftOf, type Placeholders, pathAndQuery } from './requests/draft.ts'
import { percentEncoded } from './requests/encoding.ts'
import type { Family } from './requests/families.ts'
import { firstOutcome, mismatches, mockOutcome, type Outcome, success } from './requests/outcome.ts'
import { setUp } from './requests/set-up.ts'
import { requestText, type Target } from './target.ts'

/** Requests of a family that can be sent to the target; the same seed gives the same requests. */
export function draftsFor(
  family: Family,
  target: Target,
  { seed, perFamily }: { seed: number; perFamily: number },
): Draft[] {
  const numRuns = perFamily * (target.options.mayWrite ? 3 : 8)
  return fc
    .sample(family.drafts, { seed, numRuns })
    .filter((draft) => hasTokens(draft, target) && canBeSent(draft, target))
    .slice(0, perFamily)
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
  const needsTagOfList = draft.setUp === 'nothing' && headers.some(([, value]) => value.includes('{etag}'))
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
        exampleOf(`${id}, ${mediaType} ${name}`, {
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
          return exampleOf(`${id}, ${name} ${example}`, { target: { prefix: '', path, query } })
        }),
      )
    return [...(bodies.length === 0 ? [exampleOf(id)] : bodies), ...queries]
  })
}

/** Sends one request and checks the response. */
export async function runCase(
  target: Target,
  draft: Draft,
  place: Pick<TestCase, 'phase' | 'name'>,
): Promise<TestCase> {
  const expected = target.options.isMock ? mockOutcome(draft.outcomes) : firstOutcome(draft.outcomes)
  const isValid = draft.outcomes.every(({ status }) => status < 400)
  const check = checkOfFamily[place.name] ?? (isValid ? 'positive_data_acceptance' : 'negative_data_rejection')
  const refusal: Check[] = expected.type === undefined ? [] : ['refusal_conformance']
  const result = { ...place, checks: [...responseChecks, check, ...refusal] }
  let values = target.values
  try {
    values = await valuesFor(target, draft)
    const response = await target.send(draft, values)
    const findings = [
      ...unexpected(response, expected, check),
      ...(await checkResponse(draft.method, draft.operation, response)),
    ]
    return { ...result, findings, requests: requestText(draft, values) }
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    const findings: Finding[] = [{ check: 'max_response_time', message: error.message }]
    return { ...result, findings, requests: requestText(draft, values) }
  }
}

// Without permission to write, requests use what exists.
function valuesFor(target: Target, draft: Draft): Promise<Placeholders> | Placeholders {
  return target.options.mayWrite
    ? setUp(draft, target.values, target.service)
    : { ...target.values, newId: randomUUID() }
}

function unexpected(response: HttpResponse, expected: Outcome, check: Check): Finding[] {
  return mismatches(response, expected).map((message) => {
    if (response.status >= 500) return { check: 'not_a_server_error', message }
    const isOtherRefusal = response.status >= 400 && expected.status >= 400
    return { check: isOtherRefusal && check === 'negative_data_rejection' ? 'refusal_conformance' : check, message }
  })
}

/** OPTIONS must list all methods of a path (RFC 9110, 9.3.7). */
export async function runOptionsCase(target: Target, ofPath: ContractOperation[]): Promise<TestCase> {
  const [operation] = ofPath
  if (operation === undefined) throw new Error('A path has at least one operation.')
  const path = operation.path.replace('{id}', target.values.id ?? randomUUID())
  const draft = {
    ...draftOf(operation, { method: 'OPTIONS', target: { prefix: '', path, query: [] } }),
    headers: [['Host', '{host}']] satisfies Draft['headers'],
  }
  const response = await target.send(draft)
  const allowed = (response.headers.allow ?? '')
    .split(/\s*,\s*/)
    .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
  const documented = ofPath.map(({ method }) => method)
  const isExact = allowed.toSorted().join() === documented.toSorted().join()
  const message = `Allow: ${response.headers.allow}, but the contract has ${documented}`
  return {
    phase: 'examples',
    name: `OPTIONS ${operation.path}`,
    checks: [...responseChecks, 'allow_header_conformance'],
    findings: [
      ...(await checkResponse('OPTIONS', undefined, response)),
      ...(isExact ? [] : [{ check: 'allow_header_conformance' as const, message }]),
    ],
    requests: requestText(draft, target.values),
  }
}

// Test cases of one request each: creates the items that the request needs, sends it, and checks the response.
import { randomInt, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type CallResult, call, requireAccepted, type Session, toArray } from './call.ts'
import { type Check, checkOfCategory, type Violation } from './checks.ts'
import { ConnectionEnded, type HttpResponse } from './connection.ts'
import { getCollectionPath, getPathParameterNames } from './contract/operations.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { canRefuseBody, findMismatches, firstOutcome, isRefusal, type Outcome } from './requests/outcome.ts'
import { getPlaceholders, type Placeholders, type RequestTemplate } from './requests/template.ts'
import { isValid, memoize, valid } from './requests/values.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** A request that prepares a test failed with a response that is not a documented refusal. */
export class SetUpFailed extends Error {
  readonly violation: Violation

  constructor({ id }: ContractOperation, { response: { status, body }, requestText: request }: CallResult) {
    super(`setup failed: ${id} returned ${status}: ${body}`)
    const check = status >= 500 ? 'not_a_server_error' : 'positive_data_acceptance'
    this.violation = { check, message: this.message, request }
  }
}

/** Finds or creates the values of the placeholders of a template. @throws {SetUpFailed} @throws {NoValue} */
export async function setUp(template: RequestTemplate, system: SystemUnderTest): Promise<Placeholders> {
  const values: Placeholders = {
    ...system.values,
    newId: randomUUID(),
    newInteger: String(randomInt(1_000_000, 2 ** 31)),
  }
  const placeholders = getPlaceholders(template)
  const { operation } = template
  const { contract } = operation
  if (!system.options.mayWrite) {
    Object.assign(values, findExistingItems(system, operation.path))
    const get = contract.operationAt('GET', operation.path)
    if (placeholders.has('etag') && get) values.etag = toIdAndTag(get, await call(system, get, { values })).etag
    return values
  }
  if (getPathParameterNames(operation.path).some((name) => placeholders.has(name)))
    Object.assign(values, await createItems(system, operation.path, values))
  // Only a 304 (below) needs the current tag of a list. Otherwise, any tag that the list does not have will do.
  if (placeholders.has('etag')) values.etag ??= '"item"'
  // Each change of an item changes the entity tag of the list, so it is read last.
  if (firstOutcome(template.outcomes).status === 304 && !operation.path.endsWith('}'))
    values.etag = toIdAndTag(operation, await call(system, operation, { values, query: template.query })).etag
  return values
}

/** Returns the ids of the existing items in a path. A run without permission to write can use only these. */
export function findExistingItems({ state }: SystemUnderTest, path: string): Placeholders {
  return Object.fromEntries(
    getPathParameterNames(path).flatMap((name) => {
      const id = state.items.get(getCollectionPath(path, name))
      return id === undefined ? [] : [[name, id]]
    }),
  )
}

/** Creates the items in a path, parents first. @returns `known`, their ids, and the entity tag of the last one. */
export async function createItems(system: SystemUnderTest, path: string, known: Placeholders) {
  const values = { ...known }
  for (const name of getPathParameterNames(path)) {
    const creation = system.options.contract.operationAt('POST', getCollectionPath(path, name))
    // The parameter names no item: the template has a value for it (template.ts).
    if (creation === undefined) continue
    const { id, etag } = await createItem(system, creation, values)
    Object.assign(values, { [name]: id, etag })
  }
  return values
}

export async function createItem(system: SystemUnderTest, creation: ContractOperation, values: Placeholders) {
  return toIdAndTag(creation, await sendValidBody(system, creation, values))
}

/** Sends one valid body after the other, until the operation does not refuse one with a response of its own. */
export async function sendValidBody(system: SystemUnderTest, creation: ContractOperation, values = system.values) {
  const [first, ...others] = validBodies(creation)
  let result = await call(system, creation, { values, body: first })
  for (const body of others) {
    if (!isRefusal(creation, result.response)) break
    result = await call(system, creation, { values, body })
  }
  return result
}

const validBodies = memoize((operation: ContractOperation) => {
  return [...preferredBodies(operation), ...fc.sample(valid(operation.json?.schema), { seed: 1, numRuns: 20 })]
})

/** Returns the valid examples of the contract, if the operation can refuse other bodies that its schema allows. */
export function preferredBodies(operation: ContractOperation): unknown[] {
  if (operation.json === undefined || !canRefuseBody(operation)) return []
  const { schema, examples } = operation.json
  const candidates = [...examples, schema.keywords.example, ...toArray(schema.keywords.examples)]
  return candidates.filter((example) => isValid(schema, example))
}

function toIdAndTag(operation: ContractOperation, result: CallResult): { id: string; etag: string } {
  requireAccepted(operation, result)
  const { response, value } = result
  if (response.status >= 300) throw new SetUpFailed(operation, result)
  return { id: String(Object(value).id), etag: response.headers.etag ?? '' }
}

function selectCheck({ method, outcomes }: RequestTemplate, category: string): Check {
  if (method === 'OPTIONS') return 'allow_header_conformance'
  const isValid = outcomes.every(({ status }) => status < 400)
  return checkOfCategory[category] ?? (isValid ? 'positive_data_acceptance' : 'negative_data_rejection')
}

/** Statuses that depend on stored items. An operation can refuse the request before it reads them. */
const stateStatuses = [304, 404, 412, 422]

export async function runRequest(session: Session, template: RequestTemplate, category: string): Promise<void> {
  const { system } = session
  const { options } = system
  const { outcomes, operation } = template
  // The response of a mock without state depends on the request only.
  const expected = firstOutcome(outcomes.filter(({ cause }) => !options.isMock || cause === undefined))
  const check = selectCheck(template, category)
  const toleratesLibrary = options.isStrict !== true && expected.library !== undefined
  const addNote = (got: number | string) =>
    system.state.notes.add(`${category}: expected ${expected.status} as documented, got ${got}`)
  try {
    const values = await setUp(template, system)
    const response = await system.send(template, values)
    session.request = `${system.toText(template, values)}\n→ ${response.status}`
    if (response.status !== expected.status && expected.otherStatuses?.includes(response.status)) return
    const isDocumentedRefusal = stateStatuses.includes(expected.status) && isRefusal(operation, response)
    const violations = [
      ...(isDocumentedRefusal ? [] : toViolations(response, expected, check)),
      ...system.check(template, expected.isOfAnyRequest ? undefined : operation, response),
    ]
    const isNote = toleratesLibrary && violations.length > 0 && canBeOfLibrary(expected, template, response)
    if (isNote) addNote(response.status)
    else session.violations.push(...violations)
  } catch (error) {
    if (!(error instanceof ConnectionEnded && toleratesLibrary)) throw error
    session.request = error.request
    addNote('no response')
  }
}

/** Whether the HTTP library of a service can have sent the response before the service sees the request. */
function canBeOfLibrary({ library }: Outcome, { outcomes }: RequestTemplate, { status }: HttpResponse): boolean {
  const isRefusal = (status >= 400 && status < 500) || status === 501
  return isRefusal || (library === 'may accept' && outcomes.some((outcome) => outcome.status === status))
}

function toViolations(response: HttpResponse, expected: Outcome, check: Check): Violation[] {
  const { status } = response
  const isWrongRefusal = status >= 400 && expected.status >= 400 && check === 'negative_data_rejection'
  const violatedCheck = status >= 500 ? 'not_a_server_error' : isWrongRefusal ? 'refusal_conformance' : check
  return findMismatches(response, expected).map((message) => ({ check: violatedCheck, message }))
}

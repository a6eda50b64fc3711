// Test cases of one request each: sets up what the request needs, sends it, and checks the response.
import { randomInt, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type CallResult, call, requireAccepted, type Session, toItems } from './call.ts'
import { type Check, checkOfCategory, type Violation } from './checks.ts'
import { ConnectionEnded, type HttpResponse } from './connection.ts'
import { collectionPath, parametersIn } from './contract/operations.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { canRefuseBody, firstOutcome, isRefusal, mismatches, type Outcome } from './requests/outcome.ts'
import { type Placeholders, type RequestTemplate, valuesNeededBy } from './requests/template.ts'
import { isValid, memoize, valid } from './requests/values.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** A request before that of a test did not succeed, and the contract documents no such refusal. */
export class SetUpFailed extends Error {
  readonly violation: Violation

  constructor({ id }: ContractOperation, { response: { status, body }, text: request }: CallResult) {
    super(`set-up failed: ${id} returned ${status}: ${body}`)
    const check = status >= 500 ? 'not_a_server_error' : 'positive_data_acceptance'
    this.violation = { check, message: this.message, request }
  }
}

/** Sets up a template; returns the values of its placeholders. @throws {SetUpFailed} @throws {NoValue} */
export async function setUp(template: RequestTemplate, system: SystemUnderTest): Promise<Placeholders> {
  const values: Placeholders = {
    ...system.values,
    newId: randomUUID(),
    newInteger: String(randomInt(1_000_000, 2 ** 31)),
  }
  const placeholders = valuesNeededBy(template)
  const { operation } = template
  const { contract } = operation
  if (!system.options.mayWrite) {
    Object.assign(values, findExistingItems(system, operation.path))
    const get = contract.operationAt('GET', operation.path)
    if (placeholders.has('etag') && get) values.etag = toCreated(get, await call(system, get, { values })).etag
    return values
  }
  if (parametersIn(operation.path).some((name) => placeholders.has(name)))
    Object.assign(values, await createItems(system, operation.path, values))
  // A list has another tag than an item, whatever it is.
  if (placeholders.has('etag')) values.etag ??= '"item"'
  // The outcome depends on the entity tag of a list, which each change of an item changes.
  if (firstOutcome(template.outcomes).status === 304 && !operation.path.endsWith('}'))
    values.etag = toCreated(operation, await call(system, operation, { values, query: template.query })).etag
  return values
}

/** The existing items that a path names. A run without permission to write can use only these. */
export function findExistingItems({ state }: SystemUnderTest, path: string): Placeholders {
  return Object.fromEntries(
    parametersIn(path).flatMap((name) => {
      const id = state.items.get(collectionPath(path, name))
      return id === undefined ? [] : [[name, id]]
    }),
  )
}

/** Creates the items that a path names, each below the one before it. @returns Their ids, and a tag. */
export async function createItems(system: SystemUnderTest, path: string, known: Placeholders) {
  const values = { ...known }
  for (const name of parametersIn(path)) {
    const creation = system.options.contract.operationAt('POST', collectionPath(path, name))
    // Any value is possible (template.ts).
    if (creation === undefined) continue
    const { id, etag } = await createItem(system, creation, values)
    Object.assign(values, { [name]: id, etag })
  }
  return values
}

export async function createItem(system: SystemUnderTest, creation: ContractOperation, values: Placeholders) {
  return toCreated(creation, await sendValidBody(system, creation, values))
}

/** Sends one valid body after the other, until the operation does not refuse it for a reason of its own. */
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

/** The examples of the contract, if the operation can refuse other bodies that its schema allows. */
export function preferredBodies(operation: ContractOperation): unknown[] {
  if (operation.json === undefined || !canRefuseBody(operation)) return []
  const { schema, examples } = operation.json
  const written = [...examples, schema.keywords.example, ...toItems(schema.keywords.examples)]
  return written.filter((example) => isValid(schema, example))
}

function toCreated(operation: ContractOperation, result: CallResult): { id: string; etag: string } {
  requireAccepted(operation, result)
  const { response, value } = result
  if (response.status >= 300) throw new SetUpFailed(operation, result)
  return { id: String(Object(value).id), etag: response.headers.etag ?? '' }
}

function checkFor({ method, outcomes }: RequestTemplate, category: string): Check {
  if (method === 'OPTIONS') return 'allow_header_conformance'
  const isValid = outcomes.every(({ status }) => status < 400)
  return checkOfCategory[category] ?? (isValid ? 'positive_data_acceptance' : 'negative_data_rejection')
}

/** They depend on stored items: an operation can refuse the request before it looks at them. */
const stateStatuses = [304, 404, 412, 422]

export async function runRequest(session: Session, template: RequestTemplate, category: string): Promise<void> {
  const { system } = session
  const { options } = system
  const { outcomes, operation } = template
  // A mock knows the request only.
  const expected = firstOutcome(outcomes.filter(({ because }) => !options.isMock || because === undefined))
  const check = checkFor(template, category)
  const mayDiffer = options.isStrict !== true && expected.library !== undefined
  const note = (got: number | string) =>
    system.state.notes.add(`${category}: expected ${expected.status} as documented, got ${got}`)
  try {
    const values = await setUp(template, system)
    const response = await system.send(template, values)
    session.request = `${system.toText(template, values)}\n→ ${response.status}`
    if (response.status !== expected.status && expected.orElse?.includes(response.status)) return
    const isChosen = stateStatuses.includes(expected.status) && isRefusal(operation, response)
    const violations = [
      ...(isChosen ? [] : toViolations(response, expected, check)),
      ...system.check(template, expected.isOfAnyRequest ? undefined : operation, response),
    ]
    const isNote = mayDiffer && violations.length > 0 && isOfLibrary(expected, template, response)
    if (isNote) note(response.status)
    else session.violations.push(...violations)
  } catch (error) {
    if (!(error instanceof ConnectionEnded && mayDiffer)) throw error
    session.request = error.request
    note('no response')
  }
}

function isOfLibrary({ library }: Outcome, { outcomes }: RequestTemplate, { status }: HttpResponse): boolean {
  const isRefusal = (status >= 400 && status < 500) || status === 501
  return isRefusal || (library === 'may accept' && outcomes.some((outcome) => outcome.status === status))
}

function toViolations(response: HttpResponse, expected: Outcome, check: Check): Violation[] {
  const { status } = response
  const isOtherRefusal = status >= 400 && expected.status >= 400 && check === 'negative_data_rejection'
  const violatedCheck = status >= 500 ? 'not_a_server_error' : isOtherRefusal ? 'refusal_conformance' : check
  return mismatches(response, expected).map((message) => ({ check: violatedCheck, message }))
}

// Test cases of one request each: sets up what the request needs, sends it, and checks the response.
import { randomInt, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type CallResult, call, requireAccepted, type Session, toItems } from './call.ts'
import { type Check, checkOfFamily, type Finding } from './checks.ts'
import { ConnectionEnded, type HttpResponse } from './connection.ts'
import { collectionPath, parametersIn } from './contract/operations.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { type Draft, type Placeholders, valuesNeededBy } from './requests/draft.ts'
import { canRefuseBody, firstOutcome, isRefusal, mismatches, type Outcome } from './requests/outcome.ts'
import { isValid, memoize, valid } from './requests/values.ts'
import type { Target } from './target.ts'

/** A request before that of a test did not succeed, and the contract documents no such refusal. */
export class SetUpFailed extends Error {
  readonly finding: Finding

  constructor({ id }: ContractOperation, { response: { status, body }, text: request }: CallResult) {
    super(`set-up failed: ${id} returned ${status}: ${body}`)
    const check = status >= 500 ? 'not_a_server_error' : 'positive_data_acceptance'
    this.finding = { check, message: this.message, request }
  }
}

/** Sets up a draft; returns the values of its placeholders. @throws {SetUpFailed} @throws {NoValue} */
export async function setUp(draft: Draft, target: Target): Promise<Placeholders> {
  const values: Placeholders = {
    ...target.values,
    newId: randomUUID(),
    newInteger: String(randomInt(1_000_000, 2 ** 31)),
  }
  const needed = valuesNeededBy(draft)
  const { operation } = draft
  const { contract } = operation
  if (!target.options.mayWrite) {
    Object.assign(values, existing(target, operation.path))
    const get = contract.operationAt('GET', operation.path)
    if (needed.has('etag') && get) values.etag = toCreated(get, await call(target, get, { values })).etag
    return values
  }
  if (parametersIn(operation.path).some((name) => needed.has(name)))
    Object.assign(values, await createItems(target, operation.path, values))
  // A list has another tag than an item, whatever it is.
  if (needed.has('etag')) values.etag ??= '"item"'
  // The outcome depends on the entity tag of a list, which each change of an item changes.
  if (firstOutcome(draft.outcomes).status === 304 && !operation.path.endsWith('}'))
    values.etag = toCreated(operation, await call(target, operation, { values, query: draft.query })).etag
  return values
}

/** The items that a path names, of those that the target has: all that a run without permission to write can use. */
export function existing({ state }: Target, path: string): Placeholders {
  return Object.fromEntries(
    parametersIn(path).flatMap((name) => {
      const id = state.items.get(collectionPath(path, name))
      return id === undefined ? [] : [[name, id]]
    }),
  )
}

/** Creates the items that a path names, each below the one before it. @returns Their ids, and a tag. */
export async function createItems(target: Target, path: string, known: Placeholders) {
  const values = { ...known }
  for (const name of parametersIn(path)) {
    const creation = target.options.contract.operationAt('POST', collectionPath(path, name))
    // Any value is possible (draft.ts).
    if (creation === undefined) continue
    const { id, etag } = await createItem(target, creation, values)
    Object.assign(values, { [name]: id, etag })
  }
  return values
}

export async function createItem(target: Target, creation: ContractOperation, values: Placeholders) {
  return toCreated(creation, await sendValidBody(target, creation, values))
}

/** Sends one valid body after the other, until the operation does not refuse it for a reason of its own. */
export async function sendValidBody(target: Target, creation: ContractOperation, values = target.values) {
  const [first, ...others] = validBodies(creation)
  let result = await call(target, creation, { values, body: first })
  for (const body of others) {
    if (!isRefusal(creation, result.response)) break
    result = await call(target, creation, { values, body })
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
  return written.filter((one) => isValid(schema, one))
}

function toCreated(operation: ContractOperation, result: CallResult): { id: string; etag: string } {
  requireAccepted(operation, result)
  const { response, value } = result
  if (response.status >= 300) throw new SetUpFailed(operation, result)
  return { id: String(Object(value).id), etag: response.headers.etag ?? '' }
}

function checkFor({ method, outcomes }: Draft, family: string): Check {
  if (method === 'OPTIONS') return 'allow_header_conformance'
  const isValid = outcomes.every(({ status }) => status < 400)
  return checkOfFamily[family] ?? (isValid ? 'positive_data_acceptance' : 'negative_data_rejection')
}

/** They depend on stored items: an operation can refuse the request before it looks at them. */
const stateStatuses = [304, 404, 412, 422]

export async function runDraft(session: Session, draft: Draft, family: string): Promise<void> {
  const { target } = session
  const { options } = target
  const { outcomes, operation } = draft
  // A mock knows the request only.
  const expected = firstOutcome(outcomes.filter(({ because }) => !options.isMock || because === undefined))
  const check = checkFor(draft, family)
  const mayDiffer = options.isStrict !== true && expected.library !== undefined
  const note = (got: number | string) =>
    target.state.notes.add(`${family}: expected ${expected.status} as documented, got ${got}`)
  try {
    const values = await setUp(draft, target)
    const response = await target.send(draft, values)
    session.request = `${target.toText(draft, values)}\n→ ${response.status}`
    if (response.status !== expected.status && expected.orElse?.includes(response.status)) return
    const isChosen = stateStatuses.includes(expected.status) && isRefusal(operation, response)
    const found = [
      ...(isChosen ? [] : unexpected(response, expected, check)),
      ...target.check(draft, expected.isOfAnyRequest ? undefined : operation, response),
    ]
    const isNote = mayDiffer && found.length > 0 && isOfLibrary(expected, draft, response)
    if (isNote) note(response.status)
    else session.findings.push(...found)
  } catch (error) {
    if (!(error instanceof ConnectionEnded && mayDiffer)) throw error
    session.request = error.request
    note('no response')
  }
}

function isOfLibrary({ library }: Outcome, { outcomes }: Draft, { status }: HttpResponse): boolean {
  const isRefusal = (status >= 400 && status < 500) || status === 501
  return isRefusal || (library === 'may accept' && outcomes.some((one) => one.status === status))
}

function unexpected(response: HttpResponse, expected: Outcome, check: Check): Finding[] {
  const { status } = response
  const isOtherRefusal = status >= 400 && expected.status >= 400 && check === 'negative_data_rejection'
  const found = status >= 500 ? 'not_a_server_error' : isOtherRefusal ? 'refusal_conformance' : check
  return mismatches(response, expected).map((message) => ({ check: found, message }))
}

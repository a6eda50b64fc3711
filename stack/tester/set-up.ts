// What exists before a request is sent: the items that its path names, and what its placeholders stand for.
import { randomInt, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { type CallOptions, type CallResult, call, requireAccepted, toItems } from './call.ts'
import {
  bodyProperties,
  bodySchema,
  type ContractOperation,
  collectionPath,
  jsonBody,
  parametersIn,
} from './contract/operations.ts'
import { parseJson } from './contract/oracle.ts'
import { type Draft, type Placeholders, valuesNeededBy } from './requests/draft.ts'
import { canRefuseBody, firstOutcome, isRefusal } from './requests/outcome.ts'
import { isValid, valid } from './requests/values.ts'
import type { Target } from './target.ts'

/** A request before that of a test did not succeed, and the contract documents no such refusal. */
export class SetUpFailed extends Error {
  readonly status: number
  readonly request: string

  constructor({ id }: ContractOperation, { response, text }: CallResult) {
    super(`set-up failed: ${id} returned ${response.status}: ${response.body}`)
    this.status = response.status
    this.request = text
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
    if (needed.has('etag') && get) values.etag = (await send(target, get, { values })).etag
    return values
  }
  const parameters = parametersIn(operation.path)
  const last = parameters.at(-1) ?? ''
  if (needed.has('deletedId')) {
    Object.assign(values, await createItems(target, operation.path, values))
    values.deletedId = values[last] ?? ''
    const removal = contract.operationAt('DELETE', `${collectionPath(operation.path, last)}/x`)
    if (removal) await send(target, removal, { values })
  }
  if (parameters.some((name) => needed.has(name))) {
    const token = needed.has('otherId') ? values.otherCallerToken : values.token
    Object.assign(values, await createItems(target, operation.path, values, token))
  }
  // A list has another tag than an item, whatever it is.
  if (needed.has('etag')) values.etag ??= '"item"'
  if (needed.has('otherId')) values.otherId = values[last] ?? ''
  if (needed.has('key')) {
    values.key = randomUUID()
    const body = bodyFor(operation, draft.body)
    // The caller cannot use the key below an item of another caller.
    const own = needed.has('otherId') ? await createItems(target, operation.path, values) : values
    await send(target, operation, { values: own, body, headers: { 'Idempotency-Key': values.key } })
  }
  // The outcome depends on the entity tag of a list, which each change of an item changes.
  if (firstOutcome(draft.outcomes).status === 304 && !operation.path.endsWith('}'))
    values.etag = (await send(target, operation, { values, query: draft.query })).etag
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
export async function createItems(target: Target, path: string, known: Placeholders, token = known.token ?? '') {
  const values = { ...known }
  for (const name of parametersIn(path)) {
    const creation = target.options.contract.operationAt('POST', collectionPath(path, name))
    // Any value is possible (draft.ts).
    if (creation === undefined) continue
    const { id, etag } = await createItem(target, creation, { values, token })
    Object.assign(values, { [name]: id, etag })
  }
  return values
}

export async function createItem(target: Target, creation: ContractOperation, options: CallOptions) {
  return toCreated(creation, await sendValidBody(target, creation, options))
}

/** Sends one valid body after the other, until the operation does not refuse it for a reason of its own. */
export async function sendValidBody(target: Target, creation: ContractOperation, options: CallOptions = {}) {
  const [first, ...others] = validBodies(creation)
  let result = await call(target, creation, { ...options, body: first })
  for (const body of others) {
    if (!isRefusal(creation, result.response)) break
    result = await call(target, creation, { ...options, body })
  }
  return result
}

/** A valid body. @param other Another body, from which the result differs in a property that each body has. */
export function bodyFor(operation: ContractOperation, other?: Buffer): unknown {
  const required = bodyProperties(operation).filter((property) => property.required)
  const compared = (body: unknown) => required.map(({ name }) => Object(body)[name])
  const not = compared(parseJson(String(other)))
  const bodies = validBodies(operation)
  return bodies.find((body) => !isDeepStrictEqual(compared(body), not)) ?? bodies[0]
}

/** Valid bodies, the preferred ones first. */
function validBodies(operation: ContractOperation): unknown[] {
  return [...preferredBodies(operation), ...fc.sample(valid(bodySchema(operation)), { seed: 1, numRuns: 20 })]
}

/** The examples of the contract, if the operation can refuse other bodies that its schema allows. */
export function preferredBodies(operation: ContractOperation): unknown[] {
  const { mediaType = '', schema } = jsonBody(operation) ?? {}
  if (schema === undefined || !canRefuseBody(operation)) return []
  const { example, examples } = schema.keywords
  const written = [...Object.values(operation.body.get(mediaType)?.examples ?? {}), example, ...toItems(examples)]
  return written.filter((one) => isValid(schema, one))
}

async function send(
  target: Target,
  operation: ContractOperation,
  options: CallOptions,
): Promise<{ id: string; etag: string }> {
  return toCreated(operation, await call(target, operation, options))
}

function toCreated(operation: ContractOperation, result: CallResult): { id: string; etag: string } {
  requireAccepted(operation, result)
  const { response, value } = result
  if (response.status >= 300) throw new SetUpFailed(operation, result)
  return { id: String(Object(value).id), etag: response.headers.etag ?? '' }
}

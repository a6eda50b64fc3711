// Creates what a request needs before it can have its outcome: a plant, a used idempotency key.
import { randomUUID } from 'node:crypto'
import { type CallOptions, call } from '../call.ts'
import { NoResponse } from '../connection.ts'
import { operation } from '../contract/openapi.ts'
import type { Target } from '../target.ts'
import { type Draft, type Placeholders, valuesNeededBy } from './draft.ts'
import { firstOutcome } from './outcome.ts'

/** Sets up a draft; returns the values of its placeholders. @throws {NoResponse} if that fails. */
export async function setUp(draft: Draft, target: Target): Promise<Placeholders> {
  const values: Placeholders = { ...target.values, newId: randomUUID() }
  // Without permission to write, requests use what exists.
  if (!target.options.mayWrite) return values
  const needed = valuesNeededBy(draft)
  if (needed.has('deletedId')) {
    values.deletedId = (await send(target, 'createPlant', { body: { name: 'a' } })).id
    await send(target, 'deletePlant', { id: values.deletedId })
  }
  if (needed.has('otherId')) {
    const { neighbourToken = '' } = values
    const plant = await send(target, 'createPlant', { token: neighbourToken, body: { name: 'A plant' } })
    Object.assign(values, plant, { otherId: plant.id })
  } else if (needed.has('id') || needed.has('etag')) {
    Object.assign(values, await send(target, 'createPlant', { body: { name: 'A plant', tag: 'a' } }))
  }
  if (needed.has('key')) {
    values.key = randomUUID()
    const body = { name: `Another plant than ${values.key}` }
    await send(target, 'createPlant', { body, headers: { 'Idempotency-Key': values.key } })
  }
  // The outcome depends on the entity tag of a list, which each change of a plant changes.
  if (firstOutcome(draft.outcomes).status === 304 && !draft.path.includes('{id}'))
    values.etag = (await send(target, draft.operation.id, { query: draft.query })).etag
  return values
}

async function send(target: Target, operationId: string, options: CallOptions): Promise<{ id: string; etag: string }> {
  const { response, value } = await call(target, operationId, options)
  const { status, headers, body } = response
  const { method, path } = operation(operationId)
  if (status >= 300) throw new NoResponse(`set-up failed: ${method} ${path} returned ${status} ${body}`)
  return { id: String(Object(value).id), etag: headers.etag ?? '' }
}

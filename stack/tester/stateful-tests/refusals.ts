// Requests that change nothing: invalid ones, and retries of creations.
import type { Caller } from '../caller.ts'
import type { Collection } from '../contract/collections.ts'
import { supports } from '../contract/operations.ts'
import type { Fields } from '../list-model.ts'

interface Refusal {
  status: number
  /** Properties that replace those of a valid body. */
  changed?: Fields
  headers?: Record<string, string>
}

export const refusalCount = 6

function getRefusal({ properties }: Collection, kind: number): Refusal {
  const [property] = properties
  const refusals: Refusal[] = [
    { status: 400, changed: { [property?.name ?? '']: [] } },
    { status: 400, changed: { 'not declared': 1 } },
    { status: 406, headers: { Accept: 'text/html' } },
    { status: 415, headers: { 'Content-Type': 'text/plain' } },
    { status: 412, headers: { 'If-Match': '"x"' } },
    { status: 412, headers: { 'If-None-Match': '*' } },
  ]
  return refusals[kind % refusals.length] ?? { status: 400 }
}

/** Sends a creation with the next key, and writes of an item, which the service must refuse. */
export async function sendRefused(caller: Caller, body: Fields, kind: number, id?: string): Promise<void> {
  const { collection, nextKey: key } = caller
  const { status, changed = {}, headers } = getRefusal(collection, kind)
  const requests: [method: 'create' | 'update' | 'delete', body?: Fields][] = [['create', { ...body, ...changed }]]
  if (id !== undefined) requests.push(['update', { ...caller.drawPatch(id), ...changed }], ['delete'])
  for (const [method, sentBody] of requests) {
    const { [method]: operation } = collection
    // The schema of a body may allow undeclared properties.
    const isRefused = status === 400 ? operation?.json?.schema.isValid(sentBody) === false : sentBody !== undefined
    if (!operation || !(status === 412 ? supports(operation, 'If-Match') : isRefused)) continue
    const isCreation = method === 'create'
    const all = { ...headers, ...(isCreation && key !== undefined && { 'Idempotency-Key': key }) }
    const options = { body: sentBody, headers: all, ...(!isCreation && id !== undefined && { id }) }
    await caller.send(method, options, status, 'negative_data_rejection')
  }
}

/** Retries a creation with the same body, with its properties in reverse order, and with a different body. */
export async function retryCreation(caller: Caller, id: string, otherBody: Fields): Promise<void> {
  const { create } = caller.collection
  const { key, body, item } = caller.creations.get(id) ?? {}
  if (key === undefined || body === undefined) return
  const check = 'idempotency_conformance'
  const reversed = JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()), null, 1)
  for (const retried of [body, reversed]) {
    const options = { body: retried, headers: { 'Idempotency-Key': retried === body ? key : `"${key}"` } }
    const { value, response } = await caller.send('create', options, 201, check)
    if (response.status === 201) caller.session.expectEqual('the item of the retry', value, item, check)
  }
  if (caller.areEquivalentBodies(body, otherBody)) return
  const options = { body: otherBody, headers: { 'Idempotency-Key': key } }
  await caller.send('create', options, 422, check)
  if (!supports(create, 'If-Match')) return
  for (const condition of [{ 'If-Match': '"x"' }, { 'If-None-Match': '*' }]) {
    const headers = { ...options.headers, ...condition }
    await caller.send('create', { ...options, headers }, 412, 'refusal_conformance')
  }
}

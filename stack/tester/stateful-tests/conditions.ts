// Preconditions on the entity tags and dates of items and of the pages of lists.
import { type Caller, latestTimestamp } from '../caller.ts'
import { documentsHeader } from '../contract/collections.ts'
import { supports } from '../contract/operations.ts'

const check = 'entity_tag_conformance'

/** A date before every item. */
export const earlierDate = 'Sun, 06 Nov 1994 08:49:37 GMT'

/** Reads an item with and without preconditions. @param withAllDates Also sends preconditions that are met. */
export async function readUnchanged(caller: Caller, id: string, withAllDates = false): Promise<void> {
  await caller.read(id)
  const { collection } = caller
  const { item, etag = '' } = caller.items.get(id) ?? {}
  const date = new Date(latestTimestamp(collection, item))
  const tagConditions = documentsHeader(collection.get, 200, 'etag') ? [{ 'If-None-Match': etag }] : []
  const send = (headers: Record<string, string>, status: number) => caller.send('get', { id, headers }, status, check)
  for (const headers of tagConditions) await send(headers, 304)
  if (!documentsHeader(collection.get, 200, 'last-modified')) return
  const same = date.toUTCString()
  await send({ 'If-Modified-Since': same }, 304)
  if (!withAllDates || !supports(collection.get, 'If-Match')) return
  // With COMPARE, both services get the same date, but their items have different ones.
  const earlier = caller.session.system.second ? earlierDate : new Date(date.getTime() - 1_000).toUTCString()
  // With a tag, the service ignores the date.
  const metConditions = [
    { 'If-Modified-Since': earlier },
    { 'If-Unmodified-Since': same },
    { 'If-None-Match': '"x"', 'If-Modified-Since': same },
    { 'If-Match': '*', 'If-Unmodified-Since': earlierDate },
  ]
  for (const headers of metConditions) await send(headers, 200)
}

/** Sends the entity tag from before the last change with every method that supports it. */
export async function sendStaleTag(caller: Caller, id: string): Promise<void> {
  const { previousTag: etag = '"stale"' } = caller.items.get(id) ?? {}
  for (const method of ['get', 'update', 'delete'] as const) {
    if (!supports(caller.collection[method], 'If-Match')) continue
    const options = { id, headers: { 'If-Match': etag }, ...(method === 'update' && { body: caller.drawPatch(id) }) }
    await caller.send(method, options, 412, 'negative_data_rejection')
  }
  await caller.read(id)
}

/** Reads a page with preconditions on its last known tag, and sends creations whose precondition on the list fails. */
export async function readConditionally(caller: Caller, query: string[]): Promise<void> {
  const { create, list } = caller.collection
  const { etag, isCurrent } = caller.getPageTag(query) ?? {}
  if (etag === undefined || !supports(list, 'If-Match')) return
  await caller.send('list', { query, headers: { 'If-None-Match': etag } }, isCurrent ? 304 : 200, check)
  await caller.send('list', { query, headers: { 'If-Match': etag } }, isCurrent ? 200 : 412, check)
  if (!supports(create, 'If-Match')) return
  const { etag: firstPageTag } = await caller.readPage([])
  for (const headers of [{ 'If-None-Match': firstPageTag }, { 'If-Match': '"x"' }])
    await caller.send('create', { body: caller.drawBody(), headers }, 412, check)
}

// Conditions on entity tags and dates: of items, and of the pages of lists.
import { type Caller, lastTime } from '../caller.ts'
import { returns } from '../contract/collections.ts'
import { takes } from '../contract/operations.ts'

const check = 'entity_tag_conformance'

/** Earlier than each item. */
export const earlierDate = 'Sun, 06 Nov 1994 08:49:37 GMT'

/** Reads an item with conditions. @param areAll Also with dates that have no effect, and other dates. */
export async function readUnchanged(caller: Caller, id: string, areAll = false): Promise<void> {
  await caller.read(id)
  const { collection } = caller
  const { item, etag = '' } = caller.items.get(id) ?? {}
  const date = new Date(lastTime(collection, item))
  const etagged = returns(collection.get, 200, 'etag') ? [{ 'If-None-Match': etag }] : []
  const send = (headers: Record<string, string>, status: number) => caller.send('get', { id, headers }, status, check)
  for (const headers of etagged) await send(headers, 304)
  if (!returns(collection.get, 200, 'last-modified')) return
  const same = date.toUTCString()
  await send({ 'If-Modified-Since': same }, 304)
  if (!areAll || !takes(collection.get, 'If-Match')) return
  // Two services have other times.
  const earlier = caller.session.system.second ? earlierDate : new Date(date.getTime() - 1_000).toUTCString()
  // A date has no effect with a tag.
  const met = [
    { 'If-Modified-Since': earlier },
    { 'If-Unmodified-Since': same },
    { 'If-None-Match': '"x"', 'If-Modified-Since': same },
    { 'If-Match': '*', 'If-Unmodified-Since': earlierDate },
  ]
  for (const headers of met) await send(headers, 200)
}

/** Sends the entity tag before the last change, for every method that takes it. */
export async function sendStaleTag(caller: Caller, id: string): Promise<void> {
  const { earlier = '"stale"' } = caller.items.get(id) ?? {}
  for (const method of ['get', 'update', 'delete'] as const) {
    if (!takes(caller.collection[method], 'If-Match')) continue
    const options = { id, headers: { 'If-Match': earlier }, ...(method === 'update' && { body: caller.patch(id) }) }
    await caller.send(method, options, 412, 'negative_data_rejection')
  }
  await caller.read(id)
}

/** Reads a page with conditions on the tag that it had, and refers to the first page in creations that are refused. */
export async function readConditionally(caller: Caller, query: string[]): Promise<void> {
  const { create, list } = caller.collection
  const { etag, isCurrent } = caller.pageTag(query) ?? {}
  if (etag === undefined || !takes(list, 'If-Match')) return
  await caller.send('list', { query, headers: { 'If-None-Match': etag } }, isCurrent ? 304 : 200, check)
  await caller.send('list', { query, headers: { 'If-Match': etag } }, isCurrent ? 200 : 412, check)
  if (!takes(create, 'If-Match')) return
  const { etag: firstPageTag } = await caller.page([])
  for (const headers of [{ 'If-None-Match': firstPageTag }, { 'If-Match': '"x"' }])
    await caller.send('create', { body: caller.body(), headers }, 412, check)
}

// Requests of a caller for the items of another caller.
import type { Caller } from '../caller.ts'
import { canWriteAll, findParent } from '../contract/collections.ts'
import { supports } from '../contract/operations.ts'
import { readUnchanged } from './conditions.ts'

const check = 'ownership'

/** Tries to read, change and delete an item with the token of another caller. */
export async function visitItem(caller: Caller, visitor: Caller, id: string): Promise<void> {
  const { collection } = caller
  const { read } = collection.access
  const options = { values: { ...caller.values, token: visitor.values.token ?? '' }, id }
  const isHidden = read === 'creator'
  for (const method of ['get', 'update', 'delete'] as const) {
    const { [method]: operation } = collection
    if (operation === undefined || canWriteAll(collection) || (method === 'get' && !isHidden)) continue
    const body = method === 'update' && { body: caller.drawPatch(id) }
    // The service checks the owner before preconditions.
    for (const headers of supports(operation, 'If-Match') ? [{ 'If-Match': '"x"' }, {}] : [{}]) {
      const { value } = await visitor.send(method, { ...options, ...body, headers }, isHidden ? 404 : 403, check)
      const [problem] = /[^:]*$/.exec(Object(value).type) ?? []
      if (!isHidden) visitor.session.expectEqual('the type of the problem', problem, 'not-creator', check)
    }
  }
  if (!isHidden) await readUnchanged(visitor, id)
  else if (findParent(collection)) {
    if (collection.list) await visitor.send('list', { values: options.values }, 404, check)
    await visitor.send('create', { values: options.values, body: caller.drawBody() }, 404, check)
  }
  if (read === 'everybody') await readAnonymously(caller, id)
  await caller.read(id)
}

async function readAnonymously(caller: Caller, id: string): Promise<void> {
  const { session, collection, items } = caller
  const query = ['limit=100']
  const page = collection.list && (await caller.readPage(query))
  const all = [['get', { id }, items.get(id)?.item] as const, ['list', { query }, page?.items] as const]
  for (const [method, options, expected] of all.filter(([name]) => collection[name])) {
    const { value, response } = await caller.send(method, { ...options, isAnonymous: true }, 200, check)
    session.expectEqual('the response without a token', value, expected, check)
    const { 'cache-control': caching, vary = '' } = response.headers
    session.expectEqual('header cache-control', caching, 'public, no-cache', check)
    const isCached = !/authorization|cookie/i.test(vary)
    session.expect(isCached, `header vary: expected no credentials, got ${vary}`, check)
  }
}

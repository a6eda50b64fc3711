// Rules about callers and their tokens.
import type { CallOptions } from '../call.ts'
import type { Caller, Method } from '../caller.ts'
import { needsToken, takes } from '../contract/operations.ts'
import type { Rule } from './rule.ts'

/** The path of the first caller, with the token of the second one. */
function asOther({ values }: Caller, neighbour: Caller): CallOptions {
  return { values: { ...values, token: neighbour.values.token ?? '' } }
}

export const callerRules: Rule[] = [
  {
    name: 'items of another caller',
    check: 'ownership',
    sentence: 'If a … belongs to someone else, you get the same 404 as for a … that does not exist.',
    fits: ({ access, get, list, create }) =>
      access.read === 'creator' && get !== undefined && list !== undefined && needsToken(create),
    needs: ['neighbourToken'],
    async run({ caller, neighbour, collection }) {
      const { id, etag } = await caller.create()
      await neighbour.create()
      const options = asOther(caller, neighbour)
      await neighbour.send('get', { ...options, id }, 404)
      await neighbour.send('get', { ...options, id, headers: { 'If-None-Match': etag } }, 404)
      if (collection.update) await neighbour.send('update', { ...options, id, body: caller.patch(id) }, 404)
      if (collection.delete) await neighbour.send('delete', { ...options, id }, 404)
      await caller.read(id)
      for (const one of [caller, neighbour]) {
        await one.list({ filter: one.own })
        await one.list({ limit: 100 })
      }
    },
  },
  {
    name: 'items that several callers see',
    check: 'ownership',
    sentence: 'Every caller sees the same items.',
    fits: ({ access, get, create }) => access.read !== 'creator' && get !== undefined && needsToken(create),
    needs: ['neighbourToken'],
    async run({ caller, neighbour, collection, session }) {
      const { id, item, etag } = await caller.create()
      const readers: [string, CallOptions][] = [['the second caller', asOther(caller, neighbour)]]
      if (collection.access.read === 'everybody') {
        readers.push(['a request without a token', { isAnonymous: true }])
        session.sentence = 'Everybody sees the same items, also without a token.'
      }
      for (const [who, options] of readers) {
        const read = await caller.send('get', { ...options, id }, 200)
        session.expectEqual(`the item for ${who}`, read.value, item)
        session.expectEqual(`the ETag for ${who}`, read.response.headers.etag ?? '', etag)
        if (etag !== '') await caller.send('get', { ...options, id, headers: { 'If-None-Match': etag } }, 304)
        if (!collection.list) continue
        const query = caller.query({ limit: 100 })
        const own = await caller.page(query)
        const { value, response } = await caller.send('list', { ...options, query }, 200)
        session.expectEqual(`the list for ${who}`, value, own.items)
        session.expectEqual(`the ETag of the list for ${who}`, response.headers.etag ?? '', own.etag)
      }
    },
  },
  {
    name: 'responses for every cache',
    check: 'ownership',
    sentence: 'Any cache may store the response, because everybody reads the same.',
    fits: ({ access, get }) => access.read === 'everybody' && get !== undefined,
    async run({ caller, collection, session }) {
      const { id } = await caller.create()
      for (const method of ['get', 'list'] as const) {
        if (!collection[method]) continue
        for (const options of [{}, { isAnonymous: true } as const]) {
          const { response } = await caller.send(method, { ...options, ...(method === 'get' && { id }) }, 200)
          const { 'cache-control': caching, vary = '' } = response.headers
          session.expectEqual('header cache-control', caching, 'public, no-cache')
          session.expect(!/authorization|cookie/i.test(vary), `header vary: expected no credentials, got ${vary}`)
        }
      }
    },
  },
  {
    name: 'changes of items of another caller',
    check: 'ownership',
    sentence: 'This works for every item, whichever caller created it.',
    fits: ({ access, get, create }) => access.write === 'scope' && get !== undefined && needsToken(create),
    needs: ['neighbourToken'],
    async run({ caller, neighbour, collection, session }) {
      const { id, etag } = await caller.create()
      const options = asOther(caller, neighbour)
      if (collection.update) {
        const { value, response } = await caller.send('update', { ...options, id, body: caller.patch(id) }, 200)
        const read = await caller.send('get', { id }, 200)
        session.expectEqual('the item after a change of the second caller', read.value, value)
        session.expectEqual('its ETag', read.response.headers.etag, response.headers.etag)
        if (etag !== '') await caller.send('get', { id, headers: { 'If-None-Match': etag } }, 200)
        if (takes(collection.update, 'If-Match'))
          await caller.send('update', { id, body: {}, headers: { 'If-Match': etag } }, 412)
      }
      if (!collection.delete) return
      await caller.send('delete', { ...options, id }, 204)
      await caller.send('get', { id }, 404)
    },
  },
  {
    name: 'items of another caller that this caller sees',
    check: 'ownership',
    sentence: 'Only the caller that created the item can do this. Others get 403.',
    fits: ({ access, get, update, delete: removal, create }) =>
      access.read !== 'creator' &&
      access.write === 'creator' &&
      get !== undefined &&
      (update ?? removal) !== undefined &&
      needsToken(create),
    needs: ['neighbourToken'],
    async run({ caller, neighbour, collection, session }) {
      const { id } = await caller.create()
      const options = { ...asOther(caller, neighbour), id }
      const refused: [Method, CallOptions][] = [
        ['update', { ...options, body: caller.patch(id) }],
        // The creator comes before the conditions.
        [
          'update',
          { ...options, body: {}, ...(takes(collection.update, 'If-Match') && { headers: { 'If-Match': '"x"' } }) },
        ],
        ['delete', options],
      ]
      for (const [method, request] of refused) {
        if (!collection[method]) continue
        const { value } = await caller.send(method, request, 403)
        session.expect(
          /:not-creator$/.test(Object(value).type),
          `type: expected not-creator, got ${Object(value).type}`,
        )
        await caller.read(id)
      }
      if (collection.update) await caller.change(id)
      if (collection.delete) await caller.remove(id)
    },
  },
  {
    name: 'token for reading only',
    check: 'ignored_auth',
    sentence: 'The scope `…` allows reading.',
    fits: ({ get, create }) =>
      get !== undefined && create.scopes.some((scope) => !create.contract.scopes.read.includes(scope)),
    needs: ['readToken'],
    async run({ caller, collection, session }) {
      const token = session.target.values.readToken ?? ''
      const { id } = await caller.create()
      await caller.send('get', { id, token }, 200)
      await caller.send('create', { body: caller.body(), token }, 403)
      if (collection.update) await caller.send('update', { id, body: caller.patch(id), token }, 403)
      if (collection.delete) await caller.send('delete', { id, token }, 403)
      await caller.read(id)
      if (collection.list) await caller.list({ filter: caller.own })
    },
  },
]

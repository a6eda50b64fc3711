// Rules about callers and their tokens.
import type { CallOptions } from '../call.ts'
import type { Method } from '../caller.ts'
import { findParent } from '../contract/collections.ts'
import { takes } from '../contract/operations.ts'
import type { Rule } from './rule.ts'

export const callerRules: Rule[] = [
  {
    name: 'items of another caller',
    sends: 'each method with the token of another caller',
    accepts: '404, also with conditions, and other lists',
    check: 'ownership',
    sentence: 'If a … belongs to someone else, you get the same 404 as for a … that does not exist.',
    fits: ({ access, get, list }) => access.read === 'creator' && get !== undefined && list !== undefined,
    needsOtherCaller: true,
    async run({ caller, otherCaller, asOtherCaller, collection, session }) {
      const query = caller.query()
      const { etag: tag } = await caller.page(query)
      const isOther = tag === '' || tag !== (await otherCaller.page(query)).etag
      session.expect(isOther, `the ETag of the empty lists of two callers: ${tag}`, 'entity_tag_conformance')
      const { id, etag } = await caller.create()
      await otherCaller.create()
      const options = { ...asOtherCaller, id }
      // The item comes before the conditions.
      const headers = { 'If-Match': '"x"' }
      const requests: [Method, CallOptions][] = [
        ['get', options],
        ['get', { ...options, headers: { 'If-None-Match': etag } }],
        ['update', { ...options, body: caller.patch(id), ...(takes(collection.update, 'If-Match') && { headers }) }],
        ['delete', { ...options, ...(takes(collection.delete, 'If-Match') && { headers }) }],
        ['delete', options],
      ]
      if (findParent(collection))
        requests.push(['list', asOtherCaller], ['create', { ...asOtherCaller, body: caller.body() }])
      for (const [method, request] of requests) if (collection[method]) await otherCaller.send(method, request, 404)
      await caller.read(id)
      for (const one of [caller, otherCaller]) {
        await one.list({ limit: 1 })
      }
    },
  },
  {
    name: 'items that several callers see',
    sends: 'reads of each caller, and without a token',
    accepts: 'the same items and tags',
    check: 'ownership',
    sentence: 'Every caller sees the same items.',
    fits: ({ access, get }) => access.read !== 'creator' && get !== undefined,
    needsOtherCaller: true,
    async run({ caller, asOtherCaller, collection, session }) {
      const { id, item, etag } = await caller.create()
      const isCached = collection.access.read === 'everybody'
      const readers: [string, CallOptions][] = [['the second caller', asOtherCaller]]
      if (isCached) readers.push(['a request without a token', { isAnonymous: true }])
      const expectCached = ({ 'cache-control': caching, vary = '' }: Record<string, string>) => {
        if (!isCached) return
        session.expectEqual('header cache-control', caching, 'public, no-cache')
        session.expect(!/authorization|cookie/i.test(vary), `header vary: expected no credentials, got ${vary}`)
      }
      for (const [who, options] of readers) {
        const read = await caller.send('get', { ...options, id }, 200)
        session.expectEqual(`the item for ${who}`, read.value, item)
        session.expectEqual(`the ETag for ${who}`, read.response.headers.etag ?? '', etag)
        expectCached(read.response.headers)
        if (etag !== '') await caller.send('get', { ...options, id, headers: { 'If-None-Match': etag } }, 304)
        if (!collection.list) continue
        const query = caller.query({ limit: 100 })
        const own = await caller.page(query)
        const { value, response } = await caller.send('list', { ...options, query }, 200)
        session.expectEqual(`the list for ${who}`, value, own.items)
        session.expectEqual(`the ETag of the list for ${who}`, response.headers.etag ?? '', own.etag)
        expectCached(response.headers)
      }
    },
  },
  {
    name: 'changes of items of another caller',
    sends: 'a change and a deletion with the token of another caller',
    accepts: 'the change for both',
    check: 'ownership',
    sentence: 'This works for every item, whichever caller created it.',
    fits: ({ access, get }) => access.write === 'scope' && get !== undefined,
    needsOtherCaller: true,
    async run({ caller, asOtherCaller, collection, session }) {
      const { id, etag } = await caller.create()
      if (collection.update) {
        const { value, response } = await caller.send('update', { ...asOtherCaller, id, body: caller.patch(id) }, 200)
        const read = await caller.send('get', { id }, 200)
        session.expectEqual('the item after a change of the second caller', read.value, value)
        session.expectEqual('its ETag', read.response.headers.etag, response.headers.etag)
        if (etag !== '') await caller.send('get', { id, headers: { 'If-None-Match': etag } }, 200)
        if (takes(collection.update, 'If-Match'))
          await caller.send('update', { id, body: caller.patch(id), headers: { 'If-Match': etag } }, 412)
      }
      if (!collection.delete) return
      await caller.send('delete', { ...asOtherCaller, id }, 204)
      await caller.send('get', { id }, 404)
    },
  },
  {
    name: 'items of another caller that this caller sees',
    sends: "changes and deletions of another caller's item",
    accepts: '403 `not-creator`, before conditions',
    check: 'ownership',
    sentence: 'Only the caller that created the item can do this. Others get 403.',
    fits: ({ access, get, update, delete: removal }) =>
      access.read !== 'creator' && access.write === 'creator' && get !== undefined && (update ?? removal) !== undefined,
    needsOtherCaller: true,
    async run({ caller, asOtherCaller, collection, session }) {
      const { id } = await caller.create()
      const options = { ...asOtherCaller, id }
      // The creator comes before the conditions.
      const headers = takes(collection.update, 'If-Match') ? { 'If-Match': '"x"' } : {}
      const refused: [Method, CallOptions][] = [
        ['update', { ...options, body: caller.patch(id) }],
        ['update', { ...options, body: caller.patch(id), headers }],
        ['delete', options],
      ]
      for (const [method, request] of refused) {
        if (!collection[method]) continue
        const { type } = Object((await caller.send(method, request, 403)).value)
        session.expect(/:not-creator$/.test(type), `type: expected not-creator, got ${type}`)
        await caller.read(id)
      }
      if (collection.update) await caller.change(id)
      if (collection.delete) await caller.remove(id)
    },
  },
]

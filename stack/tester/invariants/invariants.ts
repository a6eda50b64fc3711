// Invariants of concurrent requests and of two collections.
import { randomUUID } from 'node:crypto'
import { mergePatch } from '../caller.ts'
import { findParent } from '../contract/collections.ts'
import { supports, supportsKey } from '../contract/operations.ts'
import { type Invariant, sendConcurrently } from './invariant.ts'

export const invariants: Invariant[] = [
  {
    name: 'creations with the same key at the same time',
    sends: 'four concurrent creations',
    accepts: 'one item, and four 201',
    check: 'idempotency_conformance',
    sentence:
      'For 24 hours, a request with the same key and the same fields returns the … that the first request created, and creates no other ….',
    fits: ({ create }) => supportsKey(create),
    async run(caller) {
      for (let attempt = 0; attempt < 3; attempt++) {
        const creation = { body: caller.drawBody(), headers: { 'Idempotency-Key': randomUUID() } }
        const { results, statuses } = await sendConcurrently(caller, 'create', Array(4).fill(creation))
        const ids = new Set(results.map(({ value }) => Object(value).id))
        caller.store(Object(results[0]?.value))
        caller.session.expectEqual('the number of items that 4 requests created', ids.size, 1)
        caller.session.expectEqual('the statuses of 4 requests', statuses, [201, 201, 201, 201])
      }
      await caller.readList()
    },
  },
  {
    name: 'changes with the same If-Match at the same time',
    sends: 'four concurrent changes with the same tag',
    accepts: '200 once, and 412 three times',
    check: 'lost_update',
    sentence: "To get 412 instead of overwriting someone else's change (a conflict), send it as `If-Match`",
    fits: ({ update, properties }) =>
      supports(update, 'If-Match') && properties.some(({ updateSchema }) => updateSchema !== undefined),
    async run(caller) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const { id, etag } = await caller.create()
        const requests = Array.from({ length: 4 }, () => ({
          id,
          body: caller.drawPatch(id),
          headers: { 'If-Match': etag },
        }))
        const { results, statuses } = await sendConcurrently(caller, 'update', requests)
        caller.session.expectEqual('the statuses of 4 changes with the same If-Match', statuses, [200, 412, 412, 412])
        const winner = results.find(({ response }) => response.status === 200)
        if (winner === undefined || statuses[1] !== 412) continue
        caller.store(Object(winner.value), winner.response.headers.etag)
        await caller.read(id)
      }
    },
  },
  {
    name: 'changes of different fields at the same time',
    sends: 'concurrent changes, one of each property',
    accepts: 'an item with all changes',
    check: 'lost_update',
    sentence: 'Changes the fields in the body and keeps the others.',
    fits: ({ get, update, properties }) =>
      get !== undefined && update !== undefined && properties.filter(({ updateSchema }) => updateSchema).length > 1,
    async run(caller) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const { id, item } = await caller.create()
        const requests = caller.changeableProperties.map((property) => ({ id, body: caller.drawPatch(id, property) }))
        await sendConcurrently(caller, 'update', requests)
        const { value } = await caller.send('get', { id }, 200, 'ensure_resource_availability')
        const patch = Object.assign({}, ...requests.map(({ body }) => body))
        for (const { name } of caller.changeableProperties) {
          const expected = mergePatch(item[name], patch[name])
          caller.session.expectEqual(`${name} after all changes`, Object(value)[name], expected)
        }
      }
    },
  },
  {
    name: 'deletion of the parent',
    sends: 'the deletion of an item with a child',
    accepts: '409, or 204 after which both are gone',
    check: 'use_after_free',
    sentence: 'This item has other items below it, or too many to delete with it. Delete those first.',
    fits: (collection) => findParent(collection)?.delete !== undefined && collection.get !== undefined,
    async run(caller) {
      const { session, collection, values } = caller
      const { id } = await caller.create()
      const { delete: deletion } = findParent(collection) ?? {}
      const result = deletion && (await session.send(deletion, { values }, [204, 409]))
      if (result?.response.status === 204) await caller.send('get', { id }, 404)
      else await caller.read(id)
    },
  },
]

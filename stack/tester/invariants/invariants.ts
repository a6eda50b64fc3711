// Invariants of parallel requests and of two collections.
import { randomUUID } from 'node:crypto'
import { mergePatch } from '../caller.ts'
import { findParent } from '../contract/collections.ts'
import { takes, takesKey } from '../contract/operations.ts'
import { atTheSameTime, type Invariant } from './invariant.ts'

export const invariants: Invariant[] = [
  {
    name: 'creations with the same key at the same time',
    sends: 'four creations at the same time',
    accepts: 'one item, and four 201',
    check: 'idempotency_conformance',
    sentence:
      'For 24 hours, a request with the same key and the same fields returns the … that the first request created, and creates no other ….',
    fits: ({ create }) => takesKey(create),
    async run(caller) {
      for (let attempt = 0; attempt < 3; attempt++) {
        const creation = { body: caller.body(), headers: { 'Idempotency-Key': randomUUID() } }
        const { results, statuses } = await atTheSameTime(caller, 'create', Array(4).fill(creation))
        const ids = new Set(results.map(({ value }) => Object(value).id))
        caller.add(Object(results[0]?.value))
        caller.session.expectEqual('the number of items that 4 requests created', ids.size, 1)
        caller.session.expectEqual('the statuses of 4 requests', statuses, [201, 201, 201, 201])
      }
      await caller.list()
    },
  },
  {
    name: 'changes with the same If-Match at the same time',
    sends: 'four changes with the same tag at the same time',
    accepts: '200 once, and 412 three times',
    check: 'lost_update',
    sentence: "To get 412 instead of overwriting someone else's change (a conflict), send it as `If-Match`",
    fits: ({ update, properties }) =>
      takes(update, 'If-Match') && properties.some(({ updateSchema }) => updateSchema !== undefined),
    async run(caller) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const { id, etag } = await caller.create()
        const requests = Array.from({ length: 4 }, () => ({
          id,
          body: caller.patch(id),
          headers: { 'If-Match': etag },
        }))
        const { results, statuses } = await atTheSameTime(caller, 'update', requests)
        caller.session.expectEqual('the statuses of 4 changes with the same If-Match', statuses, [200, 412, 412, 412])
        const winner = results.find(({ response }) => response.status === 200)
        if (winner === undefined || statuses[1] !== 412) continue
        caller.add(Object(winner.value), winner.response.headers.etag)
        await caller.read(id)
      }
    },
  },
  {
    name: 'changes of different fields at the same time',
    sends: 'a change of each property at the same time',
    accepts: 'an item with all changes',
    check: 'lost_update',
    sentence: 'Changes the fields in the body and keeps the others.',
    fits: ({ get, update, properties }) =>
      get !== undefined && update !== undefined && properties.filter(({ updateSchema }) => updateSchema).length > 1,
    async run(caller) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const { id, item } = await caller.create()
        const requests = caller.changeable.map((property) => ({ id, body: caller.patch(id, property) }))
        await atTheSameTime(caller, 'update', requests)
        const { value } = await caller.send('get', { id }, 200, 'ensure_resource_availability')
        const patch = Object.assign({}, ...requests.map(({ body }) => body))
        for (const { name } of caller.changeable) {
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

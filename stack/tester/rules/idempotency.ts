// Rules about Idempotency-Key.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../caller.ts'
import type { Collection } from '../contract/collections.ts'
import { takes, takesKey } from '../contract/operations.ts'
import type { Fields } from '../list-model.ts'
import { atTheSameTime, type Rule } from './rule.ts'

const check = 'idempotency_conformance'
const retried =
  'For 24 hours, a request with the same key and the same fields returns the … that the first request created, and creates no other ….'
const withKey = (key: string) => ({ 'Idempotency-Key': key })
const fits = ({ create }: Collection) => takesKey(create)

/** Creates an item with a new key. `retry` sends the creation again: the response must be the same item. */
async function createWithKey(caller: Caller) {
  const key = randomUUID()
  const created = caller.body()
  const { id, item } = await caller.create(created, withKey(key))
  const retry = async (body: unknown = created, sentKey = key) => {
    const { value, response } = await caller.send('create', { body, headers: withKey(sentKey) }, 201)
    if (response.status === 201) caller.session.expectEqual('the item of the retry', value, item)
  }
  return { id, key, body: created, retry }
}

async function expectCount(caller: Caller, count: number): Promise<void> {
  if (!caller.collection.list) return
  const { length } = await caller.listedIds()
  caller.session.expectEqual('the number of items in the list', length, count)
}

const rules: Omit<Rule, 'check' | 'fits'>[] = [
  {
    name: 'retry of a creation',
    sends: 'the same key and fields, in another order, after a change and a deletion',
    accepts: 'the created item, once',
    sentence: retried,
    async run({ caller, collection, session }) {
      const { id, key, body, retry } = await createWithKey(caller)
      await retry()
      await retry(JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()), null, 1))
      await retry(body, `"${key}"`)
      await expectCount(caller, 1)
      session.sentence =
        'A retry with the same `Idempotency-Key` returns the … as it was created, even if it has changed since.'
      if (collection.update) await caller.change(id)
      await retry()
      await caller.read(id)
      if (!collection.delete) return
      await caller.remove(id)
      await retry()
      await expectCount(caller, 0)
    },
  },
  {
    name: 'key with other fields',
    sends: 'the same key with each other field',
    accepts: '422, and 412 before it',
    sentence: 'A request with the same key and other fields gets 422.',
    async run({ caller, collection }) {
      const { key, body, retry } = await createWithKey(caller)
      const others = collection.properties.flatMap(({ name, schema, required, ...property }): Fields[] => {
        const { [name]: given, ...rest } = body
        const value = caller.value(schema, given)
        const withOther = isDeepStrictEqual(value, given) ? [] : [{ ...body, [name]: value }]
        return required || isDeepStrictEqual(given, property.default) ? withOther : [...withOther, rest]
      })
      for (const other of others) await caller.send('create', { body: other, headers: withKey(key) }, 422)
      const conditions = takes(collection.create, 'If-Match') ? [{ 'If-Match': '"x"' }, { 'If-None-Match': '*' }] : []
      for (const condition of conditions) {
        const headers = { ...withKey(key), ...condition }
        await caller.send('create', { body: others[0], headers }, 412, 'refusal_conformance')
      }
      await retry()
      await expectCount(caller, 1)
    },
  },
  {
    name: 'keys that differ a little',
    sends: 'keys that differ in case, a dot, or after 254 characters',
    accepts: 'an item for each key',
    sentence: 'This is a unique key that you choose for one create request.',
    async run({ caller }) {
      const unique = `tester-${randomUUID()}`
      const long = 'k'.repeat(218) + randomUUID()
      const keys = [`a${unique}`, `A${unique}`, `a${unique}.`, long, `${long}x`]
      const body = caller.body()
      for (const key of keys) await caller.create(body, withKey(key))
      await expectCount(caller, keys.length)
    },
  },
  {
    name: 'the same key of two callers',
    sends: 'one key with two tokens',
    accepts: 'an item for each caller',
    sentence: 'The service keeps it for 24 hours, separately for each caller.',
    needsOtherCaller: true,
    async run({ caller, otherCaller, session }) {
      const { id, key, body, retry } = await createWithKey(caller)
      const other = await otherCaller.create(body, withKey(key))
      session.expect(other.id !== id, `the item of the second caller: expected a new one, got ${id}`)
      await otherCaller.read(other.id)
      await retry()
    },
  },
  {
    name: 'creations with the same key at the same time',
    sends: 'four creations at the same time',
    accepts: 'one item, and four 201',
    sentence: retried,
    async run({ caller, session }) {
      for (let round = 0; round < 3; round++) {
        const creation = { body: caller.body(), headers: withKey(randomUUID()) }
        const { results, statuses } = await atTheSameTime(caller, 'create', Array(4).fill(creation))
        const ids = new Set(results.map(({ value }) => Object(value).id))
        caller.add(Object(results[0]?.value))
        session.expectEqual('the number of items that 4 requests created', ids.size, 1)
        session.expectEqual('the statuses of 4 requests', statuses, [201, 201, 201, 201])
      }
      await expectCount(caller, 3)
    },
  },
]

export const idempotencyRules = rules.map((rule): Rule => ({ check, fits, ...rule }))

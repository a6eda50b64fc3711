// Rules about Idempotency-Key.
import { randomUUID } from 'node:crypto'
import { call } from '../call.ts'
import type { Caller } from '../caller.ts'
import { atTheSameTime, type Rule } from './rule.ts'

const check = 'idempotency_conformance'
const retried =
  'For 24 hours, a request with the same key and the same fields returns the plant that the first request created, and creates no other plant.'
const withKey = (key: string) => ({ 'Idempotency-Key': key })

/** Creates a plant with a new key. `retry` sends the creation again: the response must be the same plant. */
async function createWithKey(caller: Caller, tag: string) {
  const key = randomUUID()
  const created = { name: 'A plant', tag }
  const { id, plant } = await caller.create(created, withKey(key))
  const retry = async (body: unknown = created, sentKey = key) => {
    const { value, response } = await caller.send('createPlant', { body, headers: withKey(sentKey) }, 201)
    if (response.status === 201) caller.session.expectEqual('the plant of the retry', value, plant)
  }
  return { id, key, body: created, retry }
}

async function expectCount(caller: Caller, tag: string, count: number): Promise<void> {
  const { plants } = await caller.page([`tag=${tag}`, 'limit=100'])
  caller.session.expectEqual('the number of plants in the list', plants.length, count)
}

export const idempotencyRules: Rule[] = [
  {
    name: 'retry of a creation',
    check,
    sentence: retried,
    async run({ caller, session, unique }) {
      const { id, key, body, retry } = await createWithKey(caller, unique)
      await retry()
      await retry(`{ "tag": "${unique}", "name": "A plant" }`)
      await retry(body, `"${key}"`)
      await expectCount(caller, unique, 1)
      session.sentence =
        'A retry with the same `Idempotency-Key` returns the plant as it was created, even if it has changed since.'
      await caller.change(id, { name: 'Another name' })
      await retry()
      await caller.read(id)
      await caller.remove(id)
      await retry()
      await expectCount(caller, unique, 0)
    },
  },
  {
    name: 'key with other fields',
    check,
    sentence: 'A request with the same key and other fields gets 422.',
    async run({ caller, unique }) {
      const { key, body, retry } = await createWithKey(caller, unique)
      for (const other of [{ ...body, name: 'Another' }, { name: body.name }, { ...body, name: 'A plant ' }]) {
        await caller.send('createPlant', { body: other, headers: withKey(key) }, 422)
      }
      const sent = { ...body, name: 'Another' }
      for (const condition of [{ 'If-Match': '"x"' }, { 'If-None-Match': '*' }]) {
        const headers = { ...withKey(key), ...condition }
        await caller.send('createPlant', { body: sent, headers }, 412, 'refusal_conformance')
      }
      await retry()
      await expectCount(caller, unique, 1)
    },
  },
  {
    name: 'key of a refused request',
    check,
    sentence: 'A request that gets 503 or any 4xx status has changed nothing.',
    async run({ caller, unique }) {
      const body = { name: 'A plant', tag: unique }
      const refusals = [
        { status: 400, refused: { ...body, name: '' }, header: {} },
        { status: 412, refused: body, header: { 'If-None-Match': '*' } },
        { status: 406, refused: body, header: { Accept: 'text/html' } },
      ]
      for (const { status, refused, header } of refusals) {
        const headers = withKey(randomUUID())
        const first = { body: refused, headers: { ...headers, ...header } }
        await caller.send('createPlant', first, status, 'negative_data_rejection')
        const { response } = await caller.send('createPlant', { body, headers }, 201)
        if (response.status !== 201) return
      }
      await expectCount(caller, unique, refusals.length)
    },
  },
  {
    name: 'keys that differ a little',
    check,
    sentence: 'This is a unique key that you choose for one create request.',
    async run({ caller, unique }) {
      const long = 'k'.repeat(218) + randomUUID()
      const keys = [`a${unique}`, `A${unique}`, `a${unique}.`, long, `${long}x`]
      for (const key of keys) await caller.create({ name: `A plant ${key.slice(0, 20)}`, tag: unique }, withKey(key))
      await expectCount(caller, unique, keys.length)
    },
  },
  {
    name: 'the same key of two callers',
    check,
    sentence: 'The service keeps it for 24 hours, separately for each caller.',
    needs: ['neighbourToken'],
    async run({ caller, neighbour, session, unique }) {
      const { id, key, body, retry } = await createWithKey(caller, unique)
      const other = await neighbour.create(body, withKey(key))
      const message = `the plant of the second caller: expected a new one, got that of the first caller, ${id}`
      session.expect(other.id !== id, message)
      await neighbour.read(other.id)
      await retry()
    },
  },
  {
    name: 'creations with the same key at the same time',
    check,
    sentence: retried,
    async run({ caller, session, unique }) {
      for (let round = 0; round < 3; round++) {
        const creation = { body: { name: `A plant of round ${round}`, tag: unique }, headers: withKey(randomUUID()) }
        const results = await atTheSameTime(session.target, 4, (one) => call(one, 'createPlant', creation))
        session.request = results[0]?.text ?? ''
        const ids = new Set(results.map(({ value }) => Object(value).id))
        session.expectEqual('the number of plants that 4 requests created', ids.size, 1)
        const statuses = results.map(({ response }) => response.status)
        session.expectEqual('the statuses of 4 requests', statuses, [201, 201, 201, 201])
      }
      await expectCount(caller, unique, 3)
    },
  },
]

// Rules about Idempotency-Key.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { call, expect, expectEqual, type Session } from '../call.ts'
import type { Caller, Plant } from '../caller.ts'
import type { Draft } from '../requests/draft.ts'
import type { Actors, Rule } from './rule.ts'

const check = 'idempotency_conformance'
const retried =
  'For 24 hours, a request with the same key and the same fields returns the plant that the first request created, and creates no other plant.'
const keyHeader = (key: string): Draft['headers'] => [['Idempotency-Key', key]]

/** Sends a creation again: the response must be the plant as it was created. */
async function retry(caller: Caller, created: Plant, body: unknown, key: string): Promise<void> {
  const { value, response } = await caller.send('createPlant', { body, headers: keyHeader(key) }, 201, check)
  if (response.status === 201) expectEqual(caller.session, check, 'the plant of the retry', value, created)
}

async function expectCount({ caller, session, unique }: Actors, count: number): Promise<void> {
  const query = [`tag=${unique}`, 'limit=100']
  const { value } = await caller.send('listPlants', { query }, 200, 'positive_data_acceptance')
  expectEqual(session, check, 'the number of plants in the list', Array.isArray(value) ? value.length : 0, count)
}

export const idempotencyRules: Rule[] = [
  {
    name: 'retry of a creation',
    check,
    sentence: retried,
    async run(actors) {
      const { caller, unique } = actors
      const key = randomUUID()
      const body = { name: 'A plant', tag: unique }
      const { plant } = await caller.create(body, keyHeader(key))
      await retry(caller, plant, body, key)
      await retry(caller, plant, `{ "tag": "${unique}", "name": "A plant" }`, key)
      await retry(caller, plant, body, `"${key}"`)
      await wait(1_200)
      await retry(caller, plant, body, key)
      await expectCount(actors, 1)
    },
  },
  {
    name: 'retry after a change',
    check,
    sentence:
      'A retry with the same `Idempotency-Key` returns the plant as it was created, even if it has changed since.',
    async run(actors) {
      const { caller, unique } = actors
      const key = randomUUID()
      const body = { name: 'A plant', tag: unique }
      const { plant } = await caller.create(body, keyHeader(key))
      await caller.change(plant.id, { name: 'Another name' })
      await retry(caller, plant, body, key)
      await caller.read(plant.id)
      await caller.remove(plant.id)
      await retry(caller, plant, body, key)
      await expectCount(actors, 0)
    },
  },
  {
    name: 'key with other fields',
    check,
    sentence: 'A request with the same key and other fields gets 422.',
    async run(actors) {
      const { caller, unique } = actors
      const key = randomUUID()
      const body = { name: 'A plant', tag: unique }
      const { plant } = await caller.create(body, keyHeader(key))
      for (const other of [{ ...body, name: 'Another' }, { name: body.name }, { ...body, name: 'A plant ' }]) {
        await caller.send('createPlant', { body: other, headers: keyHeader(key) }, 422, check)
      }
      await retry(caller, plant, body, key)
      await expectCount(actors, 1)
    },
  },
  {
    name: 'key with other fields and a false condition',
    check: 'refusal_conformance',
    sentence: 'Checks run in this order; you get the first one that fails.',
    async run({ caller, unique, check: order }) {
      const key = randomUUID()
      await caller.create({ name: 'A plant', tag: unique }, keyHeader(key))
      const conditions: Draft['headers'] = [
        ['If-Match', '"x"'],
        ['If-None-Match', '*'],
      ]
      for (const condition of conditions) {
        const headers = [...keyHeader(key), condition]
        await caller.send('createPlant', { body: { name: 'Another', tag: unique }, headers }, 412, order)
      }
    },
  },
  {
    name: 'key of a refused request',
    check,
    sentence: 'A request that gets 503 or any 4xx status has changed nothing.',
    async run(actors) {
      const { caller, unique } = actors
      const refusals: { body: unknown; headers: Draft['headers']; status: number }[] = [
        { body: { name: '', tag: unique }, headers: [], status: 400 },
        { body: { name: 'A plant', tag: unique }, headers: [['If-None-Match', '*']], status: 412 },
        { body: { name: 'A plant', tag: unique }, headers: [['Accept', 'text/html']], status: 406 },
      ]
      for (const { body, headers, status } of refusals) {
        const key = randomUUID()
        await caller.send(
          'createPlant',
          { body, headers: [...headers, ...keyHeader(key)] },
          status,
          'negative_data_rejection',
        )
        const { response } = await caller.send(
          'createPlant',
          { body: { name: 'A plant', tag: unique }, headers: keyHeader(key) },
          201,
          check,
        )
        if (response.status !== 201) return
      }
      await expectCount(actors, refusals.length)
    },
  },
  {
    name: 'keys that differ a little',
    check,
    sentence: 'This is a unique key that you choose for one create request.',
    async run(actors) {
      const { caller, unique } = actors
      const long = 'k'.repeat(218) + randomUUID()
      const keys = [`a${unique}`, `A${unique}`, `a${unique}.`, long, `${long}x`]
      for (const key of keys) await caller.create({ name: `A plant ${key.slice(0, 20)}`, tag: unique }, keyHeader(key))
      await expectCount(actors, keys.length)
    },
  },
  {
    name: 'the same key of two callers',
    check,
    sentence: 'The service keeps it for 24 hours, separately for each caller.',
    needs: ['neighbourToken'],
    async run({ caller, neighbour, session, unique }) {
      const key = randomUUID()
      const { plant } = await caller.create({ name: 'A plant', tag: unique }, keyHeader(key))
      const other = await neighbour.create({ name: 'A plant', tag: unique }, keyHeader(key))
      const isOther = other.plant.id !== plant.id
      expect(
        session,
        check,
        isOther,
        `the plant of the second caller: expected a new one, got that of the first caller, ${plant.id}`,
      )
      await neighbour.read(other.plant.id)
      await retry(caller, plant, { name: 'A plant', tag: unique }, key)
    },
  },
  {
    name: 'creations with the same key at the same time',
    check,
    sentence: retried,
    async run(actors) {
      const { session, unique } = actors
      for (let round = 0; round < 3; round++) {
        const body = { name: `A plant of round ${round}`, tag: unique }
        const headers = keyHeader(randomUUID())
        const results = await atTheSameTime(actors, 4, (one) => call(one, 'createPlant', { body, headers }))
        session.request = results[0]?.text ?? ''
        const ids = new Set(results.map(({ value }) => Object(value).id))
        expectEqual(session, check, 'the number of plants that 4 requests created', ids.size, 1)
        expectEqual(
          session,
          check,
          'the statuses of 4 requests',
          results.map(({ response }) => response.status),
          [201, 201, 201, 201],
        )
      }
      await expectCount(actors, 3)
    },
  },
]

/** Sends requests at the same time, each over its own connection. */
export async function atTheSameTime<T>(
  { target }: { target: Session['target'] },
  count: number,
  request: (target: Session['target'], index: number) => Promise<T>,
): Promise<T[]> {
  const targets = Array.from({ length: count }, () => target.another())
  try {
    // The first requests open the connections.
    await Promise.all(targets.map((one) => call(one, 'listPlants', { query: ['limit=1'] })))
    return await Promise.all(targets.map(request))
  } finally {
    for (const one of targets) one[Symbol.dispose]()
  }
}

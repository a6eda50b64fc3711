// Records a history: clients call a store at the same time, with few ids, keys and tags, so that they often meet.
import { setImmediate as turn } from 'node:timers/promises'
import {
  OutcomeUnknown,
  type Plant,
  type PlantChange,
  type PlantStore,
  StoreUnavailable,
} from '../../../server/core/plants/plant-store.ts'
import { ifStill, orRefused } from '../../support/conditional-writes-suite.ts'
import { idOf, plantOf } from '../../support/plant-store-suite.ts'
import { type Random, seededRandom } from '../../support/seeded-random.ts'
import type { Entry } from './check.ts'
import type { Call, Observation } from './model.ts'

const clients = 4
/** With 24 calls in all, most histories have calls of all kinds, and the check takes a millisecond. */
const callsOfClient = 6

/**
 * @param stores Instances over one database; each client uses one of them.
 * @param name Of the history: the first part of the names of its one or two owners.
 * @param seed Chooses the calls. Their order depends on the stores.
 * @returns The calls for each owner.
 */
export async function recordHistory(stores: PlantStore[], name: string, seed: number): Promise<Entry[][]> {
  const random = seededRandom(seed)
  const histories = new Map<string, Entry[]>()
  const owners = [`${name} a`, `${name} b`].slice(0, random.pick([1, 2]))
  let position = 0

  async function runClient(client: number, store: PlantStore, random: Random): Promise<void> {
    /** What the client knows of each owner's plants. */
    const seen = new Map<string, Plant[]>()
    for (let count = 0; count < callsOfClient; count++) {
      for (let turns = random.pick([0, 0, 1, 3]); turns > 0; turns--) await turn()
      const owner = random.pick(owners)
      const known = seen.get(owner) ?? []
      const call = randomCall(random, `${client}${count}`, known)
      const start = position++
      const observed = await observe(store, owner, call)
      const entries = histories.get(owner) ?? []
      histories.set(owner, [...entries, { call, observed, start, end: position++ }])
      seen.set(owner, [...[observed.result].flat().filter((result) => typeof result === 'object'), ...known])
    }
  }

  const running = Array.from({ length: clients }, (_, client) => {
    const store = stores[client % stores.length]
    if (store === undefined) throw new Error('there is no store')
    return runClient(client, store, seededRandom(Math.floor(random() * 2 ** 31)))
  })
  await Promise.all(running)
  return [...histories.values()]
}

const kinds = ['create', 'createOnce', 'get', 'get', 'list', 'list', 'revision', 'update', 'update', 'delete'] as const
const ids = ['a', 'b', 'c']
const tags = ['', 'x', 'y']

/** @param unique A text that no other call of the history has. */
function randomCall(random: Random, unique: string, known: Plant[]): Call {
  const name = random.pick(kinds)
  const id = random.pick([...ids.map(idOf), ...known.map((plant) => plant.id)])
  // As a request with If-Match: the caller expects the plant that it has seen.
  const expected = random() < 0.5 ? known.find((plant) => plant.id === id) : undefined
  switch (name) {
    case 'create':
      return { name, plant: plantOf(random.pick(ids), { name: unique, tag: random.pick(tags) }) }
    case 'createOnce':
      return { name, key: random.pick(['k', 'l']), plant: plantOf(unique, { tag: random.pick(tags) }) }
    case 'get':
      return { name, id }
    case 'list': {
      const [tag, after] = [perhaps(random, tags), perhaps(random, [id])]
      return { name, query: { tag, after, limit: random.pick([1, 2, 101]) } }
    }
    case 'revision':
      return { name }
    case 'update':
      return { name, id, change: randomChange(random, unique), expected }
    case 'delete':
      return { name, id, expected }
  }
}

function randomChange(random: Random, unique: string): PlantChange {
  return {
    name: perhaps(random, [unique, unique, 'same']),
    tag: perhaps(random, tags),
    updatedAt: `2025-11-21T09:00:00.0${unique}Z`,
  }
}

function perhaps<T>(random: Random, from: T[]): T | undefined {
  return random() < 0.5 ? random.pick(from) : undefined
}

async function observe(store: PlantStore, owner: string, call: Call): Promise<Observation> {
  switch (call.name) {
    case 'create':
      return { result: await store.create(owner, call.plant).catch(refused) }
    case 'createOnce':
      return { result: await store.createOnce(owner, { key: call.key, plant: call.plant, keptHours: 24 }) }
    case 'get':
      return { result: await store.get(owner, call.id) }
    case 'list': {
      const { plants, revision } = await store.list(owner, call.query)
      return { result: plants, revision }
    }
    case 'revision':
      return { result: undefined, revision: await store.revision(owner) }
    case 'update':
      return {
        result: await ifExpected(store.update(owner, call.id, call.change, call.expected && ifStill(call.expected))),
      }
    case 'delete':
      return { result: await ifExpected(store.delete(owner, call.id, call.expected && ifStill(call.expected))) }
  }
}

/** A plant that is not the expected one is none. */
async function ifExpected<T>(write: Promise<T>): Promise<T | undefined> {
  const result = await orRefused(write)
  return result === 'refused' ? undefined : result
}

function refused(error: unknown): 'refused' {
  if (error instanceof StoreUnavailable || error instanceof OutcomeUnknown) throw error
  return 'refused'
}

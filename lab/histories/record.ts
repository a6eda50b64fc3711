// Records a history: clients call a store concurrently, with few ids, keys and tags, so that calls often conflict.

import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Plant } from '../../generated/api.d.ts'
import { contract } from '../../generated/index.ts'
import { getCollection } from '../../stack/core/contract/collections.ts'
import { patchItem } from '../../stack/core/items/item.ts'
import { type ItemStore, OutcomeUnknown, StoreUnavailable } from '../../stack/core/stores/item-store.ts'
import { type Random, seededRandom } from '../../stack/test/support/seeded-random.ts'
import { getId, plantsKey, toPlant } from '../../test/support/stored-plants.ts'
import type { Call, Entry, Observation } from './model.ts'

const plants = getCollection(contract.collections, '/plants')
const clients = 4
/** Calls of each client. With 24 calls, most histories have all kinds of calls, and a check takes a millisecond. */
const callsOfClient = 6

/**
 * @param stores Instances over one database; each client uses one of them.
 * @param name Name of the history, with which the names of its one or two owners start.
 * @param seed Determines the calls, but not their order, which depends on the stores.
 * @returns The calls for each owner.
 */
export async function recordHistory(stores: ItemStore[], name: string, seed: number): Promise<Entry[][]> {
  const random = seededRandom(seed)
  const histories = new Map<string, Entry[]>()
  const owners = [`${name} a`, `${name} b`].slice(0, random.pick([1, 2]))
  let step = 0

  async function runClient(client: number, store: ItemStore, random: Random): Promise<void> {
    const versions = new Map<string, Plant[]>()
    for (let count = 0; count < callsOfClient; count++) {
      for (let turns = random.pick([0, 0, 1, 3]); turns > 0; turns--) await turn()
      const owner = random.pick(owners)
      const knownPlants = versions.get(owner) ?? []
      const call = randomCall(random, `${client}${count}`, knownPlants)
      const start = step++
      const observed = await observe(store, owner, call)
      const entries = histories.get(owner) ?? []
      histories.set(owner, [...entries, { call, observed, start, end: step++ }])
      versions.set(owner, [...[observed.result].flat().filter((result) => typeof result === 'object'), ...knownPlants])
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

/** @param unique A string that no other call of the history has. */
function randomCall(random: Random, unique: string, knownPlants: Plant[]): Call {
  const name = random.pick(kinds)
  const id = random.pick([...ids.map(getId), ...knownPlants.map((plant) => plant.id)])
  // Like a request with If-Match: the caller expects a plant that it has seen.
  const expected = random() < 0.5 ? knownPlants.find((plant) => plant.id === id) : undefined
  switch (name) {
    case 'create':
      return { name, plant: toPlant(random.pick(ids), { name: unique, tag: random.pick(tags) }).item }
    case 'createOnce':
      return { name, key: random.pick(['k', 'l']), plant: toPlant(unique, { tag: random.pick(tags) }).item }
    case 'get':
      return { name, id }
    case 'list': {
      const [tag, after] = [perhaps(random, tags), perhaps(random, [id])]
      return { name, query: { tag, after, limit: random.pick([1, 2, 101]) } }
    }
    case 'revision':
      return { name }
    case 'update': {
      const [newName, tag] = [perhaps(random, [unique, unique, 'same']), perhaps(random, tags)]
      const change = { name: newName, tag, updatedAt: `2025-11-21T09:00:00.0${unique}Z` }
      return { name, id, change, expected }
    }
    case 'delete':
      return { name, id, expected }
  }
}

function perhaps<T>(random: Random, from: T[]): T | undefined {
  return random() < 0.5 ? random.pick(from) : undefined
}

async function observe(store: ItemStore, owner: string, call: Call): Promise<Observation> {
  const collectionKey = plantsKey(owner)
  switch (call.name) {
    case 'create':
      return { result: await store.create(collectionKey, toItem(call.plant)).then(parse).catch(toRefused) }
    case 'createOnce': {
      const key = { name: call.key, ttlHours: 24 }
      return { result: parse(await store.create(collectionKey, { ...toItem(call.plant), key })) }
    }
    case 'get':
      return { result: parse((await store.get(collectionKey, call.id))?.text) }
    case 'list': {
      const { tag, after, limit } = call.query
      const filters = tag === undefined ? {} : { tag }
      const page = await store.list(collectionKey, {
        filters,
        after: after === undefined ? undefined : { id: after },
        limit,
      })
      return { result: (page?.items ?? []).map(({ text }) => JSON.parse(text)), revision: page?.revision ?? '' }
    }
    case 'revision':
      return { result: undefined, revision: (await store.revision(collectionKey)) ?? '' }
    case 'update':
      return { result: parse(await ifExpected(store.update(collectionKey, call.id, (text) => patch(text, call)))) }
    case 'delete': {
      const check = call.expected && ((text: string) => requireSame(text, call.expected))
      const outcome = await ifExpected(store.delete(collectionKey, call.id, check))
      return { result: outcome === 'deleted' ? true : undefined }
    }
  }
}

function toItem(plant: Plant): { id: string; text: string } {
  return { id: plant.id, text: JSON.stringify(plant) }
}

function parse(text: string | undefined): Plant | undefined {
  return text === undefined ? undefined : JSON.parse(text)
}

function patch(text: string, { change, expected }: Call & { name: 'update' }): string {
  requireSame(text, expected)
  const { updatedAt, ...fields } = change
  const changes = Object.entries(fields).filter(([, value]) => value !== undefined)
  return JSON.stringify(patchItem(plants, JSON.parse(text), Object.fromEntries(changes), updatedAt))
}

class Unexpected extends Error {}

function requireSame(text: string, expected: Plant | undefined): void {
  if (expected !== undefined && !isDeepStrictEqual(JSON.parse(text), expected)) throw new Unexpected()
}

/** Resolves to `undefined` if the plant differs from the expected one. */
function ifExpected<T>(write: Promise<T>): Promise<T | undefined> {
  return write.catch((error: unknown) => {
    if (error instanceof Unexpected) return undefined
    throw error
  })
}

function toRefused(error: unknown): 'refused' {
  if (error instanceof StoreUnavailable || error instanceof OutcomeUnknown) throw error
  return 'refused'
}

// Sequences of requests: plants are created, read, changed, deleted and listed in any order, and a model knows the expected
// result of each step (https://fast-check.dev/docs/advanced/model-based-testing/).
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { type CallOptions, expect, type Session, send } from './call.ts'
import { operation } from './contract/openapi.ts'
import { list } from './listing.ts'
import { valid } from './requests/values.ts'

type Plant = Record<string, unknown>

/** The plants that the service must have. */
interface Model {
  plants: Map<string, { plant: Plant; etag: string }>
  deleted: string[]
}

type Command = fc.AsyncCommand<Model, Session>

const schemaOf = (id: string) => [...operation(id).body.values()][0]?.schema ?? ''
const newPlants = valid(schemaOf('createPlant')).map((plant): Plant => Object(plant))
const patches = valid(schemaOf('updatePlant')).map((patch): Plant => Object(patch))
const indexes = fc.nat({ max: 1_000 })

/** Each sequence works on the plants that it creates. */
export const sequences: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [
    newPlants.map(create),
    indexes.map(read),
    fc.tuple(indexes, patches, fc.boolean()).map(([index, patch, withMatch]) => change(index, patch, withMatch)),
    fc.tuple(indexes, patches).map(([index, patch]) => changeStale(index, patch)),
    indexes.map(remove),
    fc
      .tuple(indexes, fc.constantFrom('getPlant', 'updatePlant', 'deletePlant'))
      .map(([index, id]) => useDeleted(index, id)),
    fc.integer({ min: 1, max: 5 }).map(listAll),
  ],
  { maxCommands: 25, size: 'max' },
)

/** Runs a sequence to its end; findings do not stop it. */
export async function runSequence(commands: Iterable<Command>, session: Session): Promise<void> {
  await fc.asyncModelRun(() => ({ model: { plants: new Map(), deleted: [] }, real: session }), commands)
}

const hasPlants = ({ plants }: Readonly<Model>) => plants.size > 0

function pick<T>(items: Iterable<T>, index: number): T | undefined {
  const all = [...items]
  return all[index % all.length]
}

function create(body: Plant): Command {
  return {
    check: () => true,
    async run(model, session) {
      const { response, value } = await send(session, 'createPlant', { body }, 201, 'positive_data_acceptance')
      const plant: Plant = Object(value)
      const { id, name, tag } = plant
      const isAsSent = isDeepStrictEqual({ name, tag }, { name: body.name, tag: body.tag ?? '' })
      expect(session, 'ensure_resource_availability', isAsSent, 'createPlant returned another plant than was sent')
      if (response.status === 201) model.plants.set(String(id), { plant, etag: response.headers.etag ?? '' })
    },
  }
}

function read(index: number): Command {
  return {
    check: hasPlants,
    async run({ plants }, session) {
      const [id = '', stored] = pick(plants, index) ?? []
      const check = 'ensure_resource_availability'
      const { response, value } = await send(session, 'getPlant', { id }, 200, check)
      const isSame = isDeepStrictEqual(value, stored?.plant) && response.headers.etag === stored?.etag
      expect(session, check, isSame, 'getPlant returned another plant or entity tag than before')
      await send(session, 'getPlant', { id, headers: [['If-None-Match', stored?.etag ?? '']] }, 304, check)
      const date = response.headers['last-modified'] ?? ''
      const isDated = Date.parse(date) <= Date.parse(String(stored?.plant.updatedAt))
      expect(session, check, isDated, `Last-Modified is later than the change: ${date}`)
      await send(session, 'getPlant', { id, headers: [['If-Modified-Since', date]] }, 304, check)
      await send(session, 'getPlant', { id, headers: [['If-Unmodified-Since', date]] }, 200, check)
    },
  }
}

function change(index: number, body: Plant, withMatch: boolean): Command {
  return {
    check: hasPlants,
    async run({ plants }, session) {
      const [id = '', stored] = pick(plants, index) ?? []
      const headers: CallOptions['headers'] = withMatch ? [['If-Match', stored?.etag ?? '']] : []
      const options = { id, body, headers }
      const { response, value } = await send(session, 'updatePlant', options, 200, 'positive_data_acceptance')
      const plant: Plant = Object(value)
      const { name, tag } = { ...stored?.plant, ...body }
      const isChanged = plant.name === name && plant.tag === (tag ?? '') && plant.createdAt === stored?.plant.createdAt
      expect(session, 'ensure_resource_availability', isChanged, 'updatePlant did not return the changed plant')
      const hasNewValues = plant.name !== stored?.plant.name || plant.tag !== stored?.plant.tag
      const hasRightTag = (response.headers.etag !== stored?.etag) === hasNewValues
      expect(session, 'ensure_resource_availability', hasRightTag, 'the entity tag did not change with the plant')
      if (response.status === 200) plants.set(id, { plant, etag: response.headers.etag ?? '' })
    },
  }
}

function changeStale(index: number, body: Plant): Command {
  return {
    check: hasPlants,
    async run({ plants }, session) {
      const [id = ''] = pick(plants, index) ?? []
      const check = 'negative_data_rejection'
      const conditions: CallOptions['headers'] = [
        ['If-Match', '"stale"'],
        ['If-None-Match', '*'],
        ['If-Unmodified-Since', 'Sun, 06 Nov 1994 08:49:37 GMT'],
      ]
      for (const condition of conditions) {
        const headers = [condition]
        await send(session, 'getPlant', { id, headers }, condition[0] === 'If-None-Match' ? 304 : 412, check)
        await send(session, 'updatePlant', { id, body, headers }, 412, check)
        await send(session, 'deletePlant', { id, headers }, 412, check)
      }
    },
  }
}

function remove(index: number): Command {
  return {
    check: hasPlants,
    async run({ plants, deleted }, session) {
      const [id = ''] = pick(plants, index) ?? []
      await send(session, 'deletePlant', { id }, 204, 'positive_data_acceptance')
      plants.delete(id)
      deleted.push(id)
    },
  }
}

function useDeleted(index: number, operationId: string): Command {
  return {
    check: ({ deleted }) => deleted.length > 0,
    async run({ deleted }, session) {
      const id = pick(deleted, index) ?? ''
      const body = operationId === 'updatePlant' ? { body: { name: 'a' } } : {}
      await send(session, operationId, { id, ...body }, 404, 'use_after_free')
    },
  }
}

function listAll(limit: number): Command {
  return {
    check: () => true,
    async run({ plants, deleted }, session) {
      const listed = await list(session, { limit })
      const missing = [...plants.keys()].filter((id) => listed.filter((one) => one === id).length !== 1)
      expect(session, 'listing_conformance', missing.length === 0, `not listed exactly once: ${missing}`)
      const undeleted = deleted.filter((id) => listed.includes(id))
      expect(session, 'use_after_free', undeleted.length === 0, `listed after their deletion: ${undeleted}`)
      const isOrdered = isDeepStrictEqual(listed, listed.toSorted())
      expect(session, 'listing_conformance', isOrdered, 'not in ascending order of id')
    },
  }
}

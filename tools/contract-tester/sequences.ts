// Sequences of requests: plants are created, read, changed, deleted and listed in any order, and a model knows the expected
// result of each step.
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { Caller, ways, wholeSeconds } from './caller.ts'
import { bodySchema, operation } from './contract/openapi.ts'
import { valid } from './requests/values.ts'
import { similarTexts, unusualTexts } from './rules/texts.ts'

type Step = (caller: Caller) => Promise<unknown>
type Fields = Record<string, unknown>

const bodiesOf = (id: string) => valid(bodySchema(operation(id))).map((body): Fields => Object(body))
const tags = fc.constantFrom('', ...similarTexts)
const newPlants = fc.oneof(bodiesOf('createPlant'), fc.record({ name: fc.constantFrom(...unusualTexts), tag: tags }))
const patches = bodiesOf('updatePlant')
const indexes = fc.nat({ max: 1_000 })
const way = fc.constantFrom(...ways)

/** A step on one of the plants that the sequence has created, if there is one. */
function onPlant(run: (caller: Caller, id: string) => Promise<unknown>): fc.Arbitrary<Step> {
  return indexes.map((index) => async (caller) => {
    const id = pick([...caller.plants.keys()], index)
    if (id !== undefined) await run(caller, id)
  })
}

const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  newPlants.map((body) => (caller) => caller.create(body)),
  onPlant(read),
  fc.tuple(patches, fc.boolean()).chain(([patch, withMatch]) =>
    onPlant((caller, id) => {
      return caller.change(id, patch, withMatch ? { 'If-Match': caller.plants.get(id)?.etag ?? '' } : {})
    }),
  ),
  patches.chain((patch) => onPlant((caller, id) => changeStale(caller, id, patch))),
  onPlant((caller, id) => caller.remove(id)),
  fc.tuple(indexes, fc.constantFrom('getPlant', 'updatePlant', 'deletePlant')).map(([index, operationId]) => {
    const body = operationId === 'updatePlant' ? { body: { name: 'a' } } : {}
    return async (caller) => {
      const id = pick(caller.deleted, index)
      if (id !== undefined) await caller.send(operationId, { id, ...body }, 404, 'use_after_free')
    }
  }),
  fc
    .record({ limit: fc.integer({ min: 1, max: 5 }), tag: fc.option(tags), way })
    .map(({ tag, ...list }) => (caller) => {
      return caller.list({ ...list, ...(tag !== null && { tag }) })
    }),
)

/** A list of plants that stay, some of which are deleted while it is read. */
const concurrentListings = fc.record({
  plants: fc.integer({ min: 3, max: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  way,
  deletions: fc.array(fc.nat({ max: 11 }), { maxLength: 4 }),
})

/** The kinds of sequences. Each sequence works on the plants that it creates; findings do not stop it. */
export const sequences: { name: string; sequences: fc.Arbitrary<(session: Session) => Promise<void>> }[] = [
  {
    name: 'random sequences',
    sequences: fc.array(steps, { maxLength: 25, size: 'max' }).map((all) => async (session) => {
      const caller = new Caller(session)
      for (const step of all) await step(caller)
    }),
  },
  {
    name: 'list during writes',
    sequences: concurrentListings.map(({ plants, limit, deletions, ...list }) => async (session) => {
      const caller = new Caller(session)
      const ids = await caller.createSeveral(plants)
      const toDelete = [...new Set(deletions.map((index) => pick(ids, index)))]
      // A list that grows as fast as it is read would never end.
      let toAdd = plants
      const afterPage = async () => {
        if (toAdd-- > 0) await caller.create({ name: 'added' })
        const id = toDelete.pop()
        if (id !== undefined) await caller.remove(id)
      }
      await caller.list({ ...list, limit, afterPage })
    }),
  },
]

function pick(ids: string[], index: number): string | undefined {
  return ids[index % ids.length]
}

async function read(caller: Caller, id: string): Promise<void> {
  await caller.read(id)
  const { plant, etag = '' } = caller.plants.get(id) ?? {}
  const date = new Date(wholeSeconds(plant?.updatedAt)).toUTCString()
  for (const headers of [{ 'If-None-Match': etag }, { 'If-Modified-Since': date }]) {
    await caller.send('getPlant', { id, headers }, 304, 'entity_tag_conformance')
  }
}

async function changeStale(caller: Caller, id: string, body: Fields): Promise<void> {
  const check = 'negative_data_rejection'
  const { earlier = '"stale"' } = caller.plants.get(id) ?? {}
  const conditions: [status: number, headers: Record<string, string>][] = [
    [412, { 'If-Match': earlier }],
    [304, { 'If-None-Match': '*' }],
    [412, { 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' }],
  ]
  for (const [status, headers] of conditions) {
    await caller.send('getPlant', { id, headers }, status, check)
    await caller.send('updatePlant', { id, body, headers }, 412, check)
    await caller.send('deletePlant', { id, headers }, 412, check)
  }
  await caller.read(id)
}

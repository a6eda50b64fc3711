// What only a sequence shows: plants are created, read, changed, deleted and listed in any order, and a model says what must
// come of it (https://fast-check.dev/docs/advanced/model-based-testing/).
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { type Call, type Called, call } from './call.ts'
import type { Check, Finding } from './checks.ts'
import { operation } from './contract/openapi.ts'
import { valid } from './requests/values.ts'
import type { Target } from './target.ts'

type Plant = Record<string, unknown>

/** What should be there. */
interface Model {
  plants: Map<string, { plant: Plant; etag: string }>
  deleted: string[]
}

/** What is there, and what was found on the way. */
export interface Session {
  target: Target
  findings: Finding[]
  told: string[]
}

type Command = fc.AsyncCommand<Model, Session>

const schemaOf = (id: string) => [...operation(id).body.values()][0]?.schema ?? ''
const newPlants = valid(schemaOf('createPlant')).map((plant): Plant => Object(plant))
const patches = valid(schemaOf('updatePlant')).map((patch): Plant => Object(patch))
const which = fc.nat({ max: 1_000 })

/** A sequence from a seed; each runs on plants of its own. */
export const sequences: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [
    newPlants.map(create),
    which.map(read),
    fc.tuple(which, patches, fc.boolean()).map(([index, patch, condition]) => change(index, patch, condition)),
    fc.tuple(which, patches).map(([index, patch]) => changeStale(index, patch)),
    which.map(remove),
    fc
      .tuple(which, fc.constantFrom('getPlant', 'updatePlant', 'deletePlant'))
      .map(([index, id]) => useAfterFree(index, id)),
    fc.integer({ min: 1, max: 5 }).map(list),
  ],
  { maxCommands: 25, size: 'max' },
)

/** Runs a sequence to its end, whatever it finds. */
export async function runSequence(commands: Iterable<Command>, session: Session): Promise<void> {
  await fc.asyncModelRun(() => ({ model: { plants: new Map(), deleted: [] }, real: session }), commands)
}

async function ask(session: Session, operationId: string, made: Call, status: number, check: Check): Promise<Called> {
  const called = await call(session.target, operationId, made)
  session.told.push(called.told)
  session.findings.push(...called.findings)
  expect(session, check, called.answer.status === status, `${operationId} ${called.answer.status} instead of ${status}`)
  return called
}

function expect({ findings }: Session, check: Check, isSo: boolean, says: string): void {
  if (!isSo) findings.push({ check, says })
}

function pick<T>(items: Iterable<T>, index: number): T | undefined {
  const all = [...items]
  return all[index % all.length]
}

function create(body: Plant): Command {
  return {
    check: () => true,
    toString: () => 'create',
    async run(model, session) {
      const { answer, value } = await ask(session, 'createPlant', { body }, 201, 'positive_data_acceptance')
      const plant: Plant = Object(value)
      const { id, name, tag } = plant
      const isWritten =
        isDeepStrictEqual({ tag: '', ...body }, { name, tag }) ||
        isDeepStrictEqual({ ...body, tag: body.tag ?? '' }, { name, tag })
      expect(session, 'ensure_resource_availability', isWritten, 'createPlant answers another plant than it was given')
      if (answer.status === 201) model.plants.set(String(id), { plant, etag: answer.headers.etag ?? '' })
    },
  }
}

function read(index: number): Command {
  return {
    check: ({ plants }) => plants.size > 0,
    toString: () => 'read',
    async run({ plants }, session) {
      const [id = '', kept] = pick(plants, index) ?? []
      const { answer, value } = await ask(session, 'getPlant', { id }, 200, 'ensure_resource_availability')
      const isSame = isDeepStrictEqual(value, kept?.plant) && answer.headers.etag === kept?.etag
      expect(
        session,
        'ensure_resource_availability',
        isSame,
        'getPlant answers another plant, or entity tag, than it was',
      )
      const fields: Call['fields'] = [['If-None-Match', kept?.etag ?? '']]
      await ask(session, 'getPlant', { id, fields }, 304, 'ensure_resource_availability')
    },
  }
}

function change(index: number, body: Plant, withCondition: boolean): Command {
  return {
    check: ({ plants }) => plants.size > 0,
    toString: () => 'change',
    async run({ plants }, session) {
      const [id = '', kept] = pick(plants, index) ?? []
      const fields: Call['fields'] = withCondition ? [['If-Match', kept?.etag ?? '']] : []
      const { answer, value } = await ask(session, 'updatePlant', { id, body, fields }, 200, 'positive_data_acceptance')
      const plant: Plant = Object(value)
      const { name, tag } = { ...kept?.plant, ...body }
      const isChanged = plant.name === name && plant.tag === (tag ?? '') && plant.createdAt === kept?.plant.createdAt
      expect(session, 'ensure_resource_availability', isChanged, 'updatePlant does not answer what was changed')
      const wasChanged = plant.name !== kept?.plant.name || plant.tag !== kept?.plant.tag
      const isTagged = (answer.headers.etag !== kept?.etag) === wasChanged
      expect(session, 'ensure_resource_availability', isTagged, 'the entity tag does not change with the plant')
      if (answer.status === 200) plants.set(id, { plant, etag: answer.headers.etag ?? '' })
    },
  }
}

function changeStale(index: number, body: Plant): Command {
  return {
    check: ({ plants }) => plants.size > 0,
    toString: () => 'change with a stale tag',
    async run({ plants }, session) {
      const [id = ''] = pick(plants, index) ?? []
      const fields: Call['fields'] = [['If-Match', '"stale"']]
      await ask(session, 'updatePlant', { id, body, fields }, 412, 'negative_data_rejection')
      await ask(session, 'deletePlant', { id, fields }, 412, 'negative_data_rejection')
    },
  }
}

function remove(index: number): Command {
  return {
    check: ({ plants }) => plants.size > 0,
    toString: () => 'delete',
    async run({ plants, deleted }, session) {
      const [id = ''] = pick(plants, index) ?? []
      await ask(session, 'deletePlant', { id }, 204, 'positive_data_acceptance')
      plants.delete(id)
      deleted.push(id)
    },
  }
}

function useAfterFree(index: number, operationId: string): Command {
  return {
    check: ({ deleted }) => deleted.length > 0,
    toString: () => `use after free: ${operationId}`,
    async run({ deleted }, session) {
      const id = pick(deleted, index) ?? ''
      const body = operationId === 'updatePlant' ? { body: { name: 'a' } } : {}
      await ask(session, operationId, { id, ...body }, 404, 'use_after_free')
    },
  }
}

function list(limit: number): Command {
  return {
    check: () => true,
    toString: () => `list by ${limit}`,
    async run({ plants, deleted }, session) {
      const seen = await walk(session, limit)
      const missing = [...plants.keys()].filter((id) => seen.filter((one) => one === id).length !== 1)
      expect(session, 'listing_conformance', missing.length === 0, `not listed exactly once: ${missing}`)
      const undead = deleted.filter((id) => seen.includes(id))
      expect(session, 'use_after_free', undead.length === 0, `deleted, and listed: ${undead}`)
      const isOrdered = isDeepStrictEqual(seen, seen.toSorted())
      expect(session, 'listing_conformance', isOrdered, 'not in ascending order of id')
    },
  }
}

/** The identifiers of all pages, along Link. */
export async function walk(
  session: Session,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const seen: string[] = []
  const visited = new Set<string>()
  let query: string[] | undefined = [`limit=${limit}`]
  while (query !== undefined) {
    const { answer, value } = await ask(session, 'listPlants', { query }, 200, 'positive_data_acceptance')
    const page = Array.isArray(value) ? value : []
    expect(session, 'listing_conformance', page.length <= limit, `${page.length} plants for limit=${limit}`)
    seen.push(...page.map((plant) => String(Object(plant).id)))
    const link = /^<\?([^>]+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1]
    query = link?.split('&')
    if (link !== undefined && visited.has(link)) {
      expect(session, 'listing_conformance', false, 'a page links to one that was there before')
      query = undefined
    }
    visited.add(link ?? '')
    await between()
  }
  return seen
}

// Sequences of requests: plants are created, read, changed, deleted and listed in any order, and a model knows the expected
// result of each step (https://fast-check.dev/docs/advanced/model-based-testing/).
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { Caller, ways, wholeSeconds } from './caller.ts'
import { operation } from './contract/openapi.ts'
import { valid } from './requests/values.ts'
import { similarTexts, unusualTexts } from './rules/texts.ts'

type Command = fc.AsyncCommand<Caller, Session>
type Fields = Record<string, unknown>
type Sequence = (session: Session) => Promise<void>

const bodiesOf = (id: string) =>
  valid([...operation(id).body.values()][0]?.schema ?? '').map((body): Fields => Object(body))
const tags = fc.constantFrom('', ...similarTexts)
const newPlants = fc.oneof(bodiesOf('createPlant'), fc.record({ name: fc.constantFrom(...unusualTexts), tag: tags }))
const patches = bodiesOf('updatePlant')
const indexes = fc.nat({ max: 1_000 })

/** Each sequence works on the plants that it creates. */
const commands: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [
    newPlants.map((body) => command(async (caller) => void (await caller.create(body)))),
    indexes.map((index) => onPlant(index, read)),
    fc.tuple(indexes, patches, fc.boolean()).map(([index, patch, withMatch]) =>
      onPlant(index, (caller, id) => {
        return caller.change(id, patch, withMatch ? { 'If-Match': caller.plants.get(id)?.etag ?? '' } : {})
      }),
    ),
    fc.tuple(indexes, patches).map(([index, patch]) => onPlant(index, (caller, id) => changeStale(caller, id, patch))),
    indexes.map((index) => onPlant(index, (caller, id) => caller.remove(id))),
    fc
      .tuple(indexes, fc.constantFrom('getPlant', 'updatePlant', 'deletePlant'))
      .map(([index, operationId]) => useDeleted(index, operationId)),
    fc
      .record({ limit: fc.integer({ min: 1, max: 5 }), tag: fc.option(tags), way: fc.constantFrom(...ways) })
      .map(({ limit, tag, way }) =>
        command(async (caller) => {
          await caller.list({ limit: limitFor(caller, limit), way, ...(tag !== null && { tag }) })
        }),
      ),
  ],
  { maxCommands: 25, size: 'max' },
)

/** A list of plants that stay, some of which are deleted while it is read. */
const concurrentListings = fc.record({
  plants: fc.integer({ min: 3, max: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  way: fc.constantFrom(...ways),
  deletions: fc.array(fc.nat({ max: 11 }), { maxLength: 4 }),
})

/** The kinds of sequences. Findings do not stop a sequence. */
export const sequences: { name: string; sequences: fc.Arbitrary<Sequence> }[] = [
  {
    name: 'random sequences',
    sequences: commands.map(
      (all): Sequence =>
        (session) => {
          return fc.asyncModelRun(() => ({ model: new Caller(session), real: session }), all)
        },
    ),
  },
  {
    name: 'list during writes',
    sequences: concurrentListings.map(
      ({ plants, limit, way, deletions }): Sequence =>
        async (session) => {
          const caller = new Caller(session)
          const ids = await caller.createSeveral(plants)
          const toDelete = [...new Set(deletions.map((index) => pick(ids, index)))]
          // A list that grows as fast as it is read would never end.
          let toAdd = plants
          await caller.list({
            limit: limitFor(caller, limit),
            way,
            async afterPage() {
              if (toAdd-- > 0) await caller.create({ name: 'added' })
              const id = toDelete.pop()
              if (id !== undefined) await caller.remove(id)
            },
          })
        },
    ),
  },
]

/** Small pages only where the list begins with plants of this run: a large collection would take thousands of requests. */
function limitFor({ session }: Caller, limit: number): number {
  return session.target.values.start === undefined ? 100 : limit
}

function command(run: Command['run'], check: Command['check'] = () => true): Command {
  return { run, check }
}

function onPlant(index: number, run: (caller: Caller, id: string) => Promise<void>): Command {
  return command(
    (caller) => run(caller, pick(caller.plants.keys(), index)),
    ({ plants }) => plants.size > 0,
  )
}

function useDeleted(index: number, operationId: string): Command {
  const body = operationId === 'updatePlant' ? { body: { name: 'a' } } : {}
  return command(
    async (caller) => {
      await caller.send(operationId, { id: pick(caller.deleted, index), ...body }, 404, 'use_after_free')
    },
    ({ deleted }) => deleted.length > 0,
  )
}

function pick(items: Iterable<string>, index: number): string {
  const all = [...items]
  return all[index % all.length] ?? ''
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
  const conditions: [status: number, headers: Record<string, string>][] = [
    [412, { 'If-Match': '"stale"' }],
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

// Sequences of requests: plants are created, read, changed, deleted and listed in any order, and a model knows the expected
// result of each step (https://fast-check.dev/docs/advanced/model-based-testing/).
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { Caller, ifMatch, ways } from './caller.ts'
import { operation } from './contract/openapi.ts'
import { limitFor } from './listing.ts'
import type { Draft } from './requests/draft.ts'
import { valid } from './requests/values.ts'
import { similarTexts, unusualTexts } from './rules/texts.ts'

type Command = fc.AsyncCommand<Caller, Session>

const schemaOf = (id: string) => [...operation(id).body.values()][0]?.schema ?? ''
const tags = fc.constantFrom('', ...similarTexts)
const newPlants = fc.oneof(
  valid(schemaOf('createPlant')).map((plant): Record<string, unknown> => Object(plant)),
  fc.record({ name: fc.constantFrom(...unusualTexts), tag: tags }),
)
const patches = valid(schemaOf('updatePlant')).map((patch): Record<string, unknown> => Object(patch))
const indexes = fc.nat({ max: 1_000 })

/** Each sequence works on the plants that it creates. */
export const sequences: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [
    newPlants.map((body) => command(async (caller) => void (await caller.create(body)))),
    indexes.map((index) => onPlant(index, read)),
    fc.tuple(indexes, patches, fc.boolean()).map(([index, patch, withMatch]) =>
      onPlant(index, (caller, id) => {
        return caller.change(id, patch, withMatch ? ifMatch(caller.plants.get(id)?.etag ?? '') : [])
      }),
    ),
    fc.tuple(indexes, patches).map(([index, patch]) => onPlant(index, (caller, id) => changeStale(caller, id, patch))),
    indexes.map((index) => onPlant(index, (caller, id) => caller.remove(id))),
    fc
      .tuple(indexes, fc.constantFrom('getPlant', 'updatePlant', 'deletePlant'))
      .map(([index, operationId]) => useDeleted(index, operationId)),
    fc
      .record({ limit: fc.integer({ min: 1, max: 5 }), tag: fc.option(tags), way: fc.constantFrom(...ways) })
      .map((list) =>
        command(async (caller) => {
          const { tag, way } = list
          await caller.list({ limit: limitFor(caller.session, list.limit), way, ...(tag !== null && { tag }) })
        }),
      ),
  ],
  { maxCommands: 25, size: 'max' },
)

/** Runs a sequence to its end; findings do not stop it. */
export async function runSequence(commands: Iterable<Command>, session: Session): Promise<void> {
  await fc.asyncModelRun(() => ({ model: new Caller(session), real: session }), commands)
}

function command(run: Command['run'], check: (caller: Readonly<Caller>) => boolean = () => true): Command {
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
  const date = new Date(Math.floor(Date.parse(plant?.updatedAt ?? '') / 1000) * 1000).toUTCString()
  const conditions: Draft['headers'] = [
    ['If-None-Match', etag],
    ['If-Modified-Since', date],
  ]
  for (const condition of conditions) {
    await caller.send('getPlant', { id, headers: [condition] }, 304, 'entity_tag_conformance')
  }
}

async function changeStale(caller: Caller, id: string, body: Record<string, unknown>): Promise<void> {
  const check = 'negative_data_rejection'
  const conditions: Draft['headers'] = [
    ['If-Match', '"stale"'],
    ['If-None-Match', '*'],
    ['If-Unmodified-Since', 'Sun, 06 Nov 1994 08:49:37 GMT'],
  ]
  for (const condition of conditions) {
    const headers = [condition]
    await caller.send('getPlant', { id, headers }, condition[0] === 'If-None-Match' ? 304 : 412, check)
    await caller.send('updatePlant', { id, body, headers }, 412, check)
    await caller.send('deletePlant', { id, headers }, 412, check)
  }
  await caller.read(id)
}

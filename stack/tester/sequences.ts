// Sequences of requests: items are created, read, changed, deleted and listed in any order. A model knows each result.
import * as fc from 'fast-check'
import { toWords } from '../core/items/words.ts'
import { type Caller, lastTime } from './caller.ts'
import { preferredBodies } from './cases.ts'
import { type Collection, getSorts, isOneValue, type ListParameter, returns } from './contract/collections.ts'
import { takes } from './contract/operations.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { type Fields, ways } from './list-model.ts'
import { similarTexts, unusualTexts } from './requests/scalars.ts'
import { isValid, valid } from './requests/values.ts'

type Step = (caller: Caller) => Promise<unknown>

const indexes = fc.nat({ max: 1_000 })

/** Valid bodies; in some of them, each text that may be unusual is. */
function bodiesFor(operation: ContractOperation, { properties }: Collection): fc.Arbitrary<Fields> {
  const texts = fc.constantFrom(...unusualTexts, ...similarTexts, '')
  const bodies = valid(operation.json?.schema).map((body): Fields => Object(body))
  const unusual = fc.tuple(bodies, texts).map(([body, text]) => {
    const fitting = properties.filter(({ name, schema }) => name in body && isValid(schema, text))
    return { ...body, ...Object.fromEntries(fitting.map(({ name }) => [name, text])) }
  })
  const preferred = preferredBodies(operation).map((body): Fields => Object(body))
  return preferred.length > 0 ? fc.constantFrom(...preferred) : fc.oneof(bodies, unusual)
}

/** A step on one of the items that the sequence has created, or deleted, if there is one. */
function onItem(
  run: (caller: Caller, id: string) => Promise<unknown>,
  getIds = ({ items }: Caller) => [...items.keys()],
): fc.Arbitrary<Step> {
  return indexes.map((index) => async (caller) => {
    const id = pick(getIds(caller), index)
    if (id !== undefined) await run(caller, id)
  })
}

/** Sequences on the items that each one creates; findings do not stop them. */
export function sequencesOf(collection: Collection): fc.Arbitrary<(caller: Caller) => Promise<void>> {
  const { update, delete: removal, listParameters } = collection
  const writes: fc.Arbitrary<Step>[] = [
    bodiesFor(collection.create, collection).map((body) => (caller) => caller.create(body)),
  ]
  const others = [onItem(read)]
  if (update) {
    const patches = bodiesFor(update, collection)
    const change = fc.tuple(patches, fc.boolean()).chain(([patch, withMatch]) =>
      onItem((caller, id) => {
        const isConditional = withMatch && takes(update, 'If-Match')
        return caller.change(id, patch, isConditional ? { 'If-Match': caller.items.get(id)?.etag ?? '' } : {})
      }),
    )
    writes.push(change)
    others.push(patches.chain((patch) => onItem((caller, id) => useStale(caller, id, patch))))
  }
  if (removal) {
    writes.push(onItem((caller, id) => caller.remove(id)))
    const used = (['get', 'update', 'delete'] as const).filter((method) => collection[method])
    const use = (method: (typeof used)[number]) => async (caller: Caller, id: string) => {
      const body = method === 'update' ? { body: caller.patch(id) } : {}
      await caller.send(method, { id, ...body }, 404, 'use_after_free')
    }
    others.push(fc.constantFrom(...used).chain((method) => onItem(use(method), ({ deleted }) => deleted)))
  }
  const write = fc.oneof(...writes)
  const listings = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    choose: choices(listParameters),
    way: fc.constantFrom(...ways),
    duringIt: fc.array(write, { maxLength: 4 }),
  })
  const list = listings.map(
    ({ choose, duringIt, ...listing }): Step =>
      (caller) => {
        // The item of a position without a value must still exist.
        const left = listing.way === 'after' ? [] : [...duringIt]
        return caller.list({ ...listing, chosen: choose(caller), afterPage: async () => left.pop()?.(caller) })
      },
  )
  const steps = fc.array(fc.oneof(...writes, list, ...others), { maxLength: 25, size: 'max' })
  return fc.tuple(fc.nat({ max: 6 }), steps).map(([count, sequence]) => async (caller) => {
    await caller.createSeveral(count)
    for (const step of sequence) await step(caller)
  })
}

async function read(caller: Caller, id: string): Promise<void> {
  await caller.read(id)
  const { collection } = caller
  const { item, etag = '' } = caller.items.get(id) ?? {}
  const date = new Date(lastTime(collection, item))
  const conditions = [
    ...(returns(collection.get, 200, 'etag') ? [{ 'If-None-Match': etag }] : []),
    ...(returns(collection.get, 200, 'last-modified') ? [{ 'If-Modified-Since': date.toUTCString() }] : []),
  ]
  for (const headers of conditions) await caller.send('get', { id, headers }, 304, 'entity_tag_conformance')
}

/** The entity tag before the last change, for every method that takes it. */
async function useStale(caller: Caller, id: string, body: Fields): Promise<void> {
  const { earlier = '"stale"' } = caller.items.get(id) ?? {}
  const headers = { 'If-Match': earlier }
  for (const method of ['get', 'update', 'delete'] as const) {
    if (!takes(caller.collection[method], 'If-Match')) continue
    const options = { id, headers, ...(method === 'update' && { body }) }
    await caller.send(method, options, 412, 'negative_data_rejection')
  }
  await caller.read(id)
}

function choices(parameters: ListParameter[]): fc.Arbitrary<(caller: Caller) => Fields> {
  const some = fc.subarray(parameters, { maxLength: Math.min(3, parameters.length) })
  return fc.tuple(some, fc.tuple(indexes, indexes, indexes)).map(([chosen, drawn]) => (caller) => {
    const items = [...caller.items.values()].map(({ item }) => item)
    // Two services have other times.
    const times = caller.session.target.second ? caller.collection.times : []
    const given = chosen.map((one) => [one, getValue(one, items, drawn, times)] as const)
    const isSent = ([{ parameter }, value]: (typeof given)[number]) =>
      value !== undefined &&
      isValid(parameter.schema, value) &&
      (value !== '' || parameter.written.allowEmptyValue === true) &&
      // A query must not become too long.
      encodeURIComponent(String(value)).length < 600
    return Object.fromEntries(given.filter(isSent).map(([{ parameter }, value]) => [parameter.name, value]))
  })
}

function getValue(one: ListParameter, items: Fields[], drawn: [number, number, number], without: string[]): unknown {
  const [first, second, third] = drawn
  if (one.by === 'sort') {
    const sorts = getSorts(one).filter((sort) => !without.includes(sort.replace(/^-/, '')))
    return pick(sorts, first)
  }
  if (one.by === 'search') {
    const texts = one.fields.map((field) => pick(items, first)?.[field])
    const words = texts.flatMap((text) => (typeof text === 'string' ? toWords(text) : []))
    const beginning = Array.from(pick(words, second) ?? '').slice(0, 1 + (third % 4))
    return [beginning.join(''), ...words.slice(0, second % 2)].join(' ')
  }
  if (one.by === 'count') return true
  if (without.includes(one.field)) return undefined
  const values = [first, second].map((index) => pick(items, index)?.[one.field])
  if (!isOneValue(one)) {
    const known = values.filter((value) => value !== '' && value !== null && value !== undefined)
    return known.length === 0 ? undefined : [...new Set(known)]
  }
  return (one.by === 'max' ? values[1] : values[0]) ?? null
}

function pick<T>(values: T[], index = 0): T | undefined {
  return values[index % values.length]
}

// The histories of a collection: with each value of its properties, with more items than a page, and random ones.
import * as fc from 'fast-check'
import { preferredBodies } from '../cases.ts'
import type { Collection, ListParameter } from '../contract/collections.ts'
import type { Fields } from '../list-model.ts'
import { ways } from '../listing.ts'
import { encodings } from '../requests/texts.ts'
import { isValid, limited } from '../requests/values.ts'
import type { Step } from './history.ts'
import { canBeSent, getValues, type Pool, poolCount, poolFor, type QueryValue, queryValues } from './values.ts'

const slots = 12
const rounds = 12

/** Bodies with values of a pool. A body of a creation can lack what is not required; a change has some of the properties. */
function bodiesFor({ create, update, properties }: Collection, pool: Pool, isChange: boolean): fc.Arbitrary<Fields> {
  const operation = isChange ? update : create
  const preferred = operation ? preferredBodies(operation).map((body): Fields => Object(body)) : []
  if (preferred.length > 0) return fc.constantFrom(...preferred)
  const fitting = properties.flatMap(({ name, schema, updateSchema, required }) => {
    const values = pool[name]?.filter((value) => isValid(isChange ? updateSchema : schema, value)) ?? []
    return values.length === 0 ? [] : [{ name, required, values: fc.constantFrom(...values) }]
  })
  const requiredKeys = fitting.filter(({ required }) => required && !isChange).map(({ name }) => name)
  const all = Object.fromEntries(fitting.map(({ name, values }) => [name, values]))
  const bodies = fc.record(all, { requiredKeys, noNullPrototype: true })
  const schema = operation?.json?.schema
  return schema === undefined ? fc.constant({}) : limited(schema, bodies, (body) => isValid(schema, body))
}

/** Sets of parameters: none, each alone, each pair, all but one, and all. */
function combinations(parameters: ListParameter[]): ListParameter[][] {
  const pairs = parameters.flatMap((one, index) => parameters.slice(index + 1).map((other) => [one, other]))
  const allButOne = parameters.map((omitted) => parameters.filter((one) => one !== omitted))
  return [[], ...parameters.map((one) => [one]), ...pairs, ...allButOne, parameters]
}

function lists(parameters: ListParameter[], pool: Pool, limits: [number, number]): fc.Arbitrary<Step> {
  const drawn = parameters.flatMap((one) => {
    const values = queryValues(one, pool, slots)
    return values === undefined ? [] : [[one.parameter.name, values] as const]
  })
  return fc
    .record({
      query: fc.record<Record<string, QueryValue>>(Object.fromEntries(drawn)),
      limit: fc.integer({ min: limits[0], max: limits[1] }),
      way: fc.constantFrom(...ways),
      encoding: encodings,
      by: fc.constantFrom(0, 0, 1),
    })
    .map(
      ({ query, by, ...options }): Step =>
        (history) =>
          history.list(by, query, options),
    )
}

const nextPage: Step = (history) => history.nextPage()
const rest: Step = (history) => history.rest()

/** @param number Of the history: each one has other values and other sets of parameters. */
export function randomHistory(collection: Collection, number: number): fc.Arbitrary<Step[]> {
  const pool = poolFor(collection, [number % poolCount, (number * 2 + 1) % poolCount])
  const slot = fc.nat({ max: slots - 1 })
  const by = fc.constantFrom(0, 0, 1)
  const bodies = bodiesFor(collection, pool, false)
  const patches = bodiesFor(collection, pool, true)
  const creation = fc.tuple(slot, by, bodies).map(
    (drawn): Step =>
      (history) =>
        history.create(...drawn),
  )
  const change = fc.tuple(slot, patches, fc.boolean()).map(
    (drawn): Step =>
      (history) =>
        history.change(...drawn),
  )
  const removal = slot.map(
    (drawn): Step =>
      (history) =>
        history.remove(drawn),
  )
  const write = fc.oneof(creation, change, change, removal)
  const read = slot.map(
    (drawn): Step =>
      (history) =>
        history.read(drawn),
  )
  const stale = fc.tuple(slot, patches).map(
    (drawn): Step =>
      (history) =>
        history.useStale(...drawn),
  )
  const between = fc.oneof(
    { weight: 4, arbitrary: fc.constant(nextPage) },
    { weight: 4, arbitrary: write },
    read,
    stale,
  )
  const sets = combinations(collection.listParameters)
  const round = (index: number) =>
    fc
      .tuple(
        fc.array(write, { maxLength: 2 }),
        lists(sets[(number * rounds + index) % sets.length] ?? [], pool, [1, 4]),
        fc.array(between, { maxLength: 5 }),
      )
      .map(([before, list, during]) => [...before, list, ...during, rest])
  return fc
    .tuple(
      fc.array(creation, { minLength: 12, maxLength: 20 }),
      ...Array.from({ length: rounds }, (_, index) => round(index)),
    )
    .map((parts) => parts.flat())
}

/** A list for each value of each parameter alone, from items with all these values. */
export function historyOfValues(collection: Collection): fc.Arbitrary<Step[]> {
  const pool = poolFor(
    collection,
    Array.from({ length: poolCount }, (_, index) => index),
  )
  const count = Math.max(0, ...Object.values(pool).map(({ length }) => length))
  const bodies = Array.from({ length: count }, (_, index) => bodyAt(collection, pool, index))
  const creations = bodies.map(
    (body, index): Step =>
      (history) =>
        history.create(index, 0, body),
  )
  const others = bodies.slice(0, 12).map(
    (body, index): Step =>
      (history) =>
        history.create(count + index, 1, body),
  )
  const singles = collection.listParameters.flatMap((one) => {
    const values = getValues(one, pool)?.filter((value) => canBeSent(one, value)) ?? []
    const limit = one.by === 'sort' ? 7 : 100
    return values.flatMap((value, index) => {
      const query = { [one.parameter.name]: { value } }
      return [(history) => history.list(0, query, { limit, way: ways[index % 3] ?? 'Link' }), rest] satisfies Step[]
    })
  })
  return fc.constant([...creations, ...others, ...singles])
}

function bodyAt({ properties, create }: Collection, pool: Pool, index: number): Fields {
  const preferred = preferredBodies(create).map((body): Fields => Object(body))
  if (preferred.length > 0) return preferred[index % preferred.length] ?? {}
  const all = properties.flatMap(({ name, schema }, position) => {
    const values = pool[name]?.filter((value) => isValid(schema, value)) ?? []
    return values.length === 0 ? [] : [[name, values[(index * (position * 2 + 1) + position) % values.length]]]
  })
  return Object.fromEntries(all)
}

const many = 210

/** More items than two pages have, in lists with each parameter. */
export function historyOfManyItems(collection: Collection): fc.Arbitrary<Step[]> {
  const pool = poolFor(collection, [0])
  const creations = Array.from({ length: many }, (_, index): Step => {
    const body = bodyAt(collection, pool, index % 3)
    return (history) => history.create(index, 0, body)
  })
  const sizes = [{}, { limit: 1 }, { limit: 100 }].map(
    (size): Step =>
      (history) =>
        history.list(0, {}, size),
  )
  const queries = combinations(collection.listParameters).map((set) =>
    fc.tuple(lists(set, pool, [90, 100]), fc.constant(rest)),
  )
  return fc.tuple(...queries).map((all) => [...creations, ...sizes, ...all.flat()])
}

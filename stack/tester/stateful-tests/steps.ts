// The histories of a collection: with each value of its properties, with more items than two pages, and random ones.
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { preferredBodies } from '../cases.ts'
import { type Collection, getOrders, type ListParameter } from '../contract/collections.ts'
import type { Fields } from '../list-model.ts'
import { ways } from '../listing.ts'
import { allEncodings, encodings } from '../requests/texts.ts'
import { isValid, limited } from '../requests/values.ts'
import type { History, Step } from './history.ts'
import { refusalCount } from './refusals.ts'
import { drawQueryValues, getPool, getQueryValues, type Pool, poolCount, type QueryValue } from './values.ts'

type StepName =
  | 'create'
  | 'change'
  | 'remove'
  | 'read'
  | 'retry'
  | 'sendRefused'
  | 'visit'
  | 'sendStaleTag'
  | 'list'
  | 'changeLast'

const step =
  <Name extends StepName>(name: Name) =>
  (...drawn: Parameters<History[Name]>): Step =>
  (history: History) => {
    // TypeScript does not see that the arguments are those of the method with this name.
    const method = history[name] as (...all: Parameters<History[Name]>) => Promise<void>
    return method.apply(history, drawn)
  }
const [create, change, remove, list] = [step('create'), step('change'), step('remove'), step('list')]
const [read, retry, sendRefused, visit, sendStaleTag] = [
  step('read'),
  step('retry'),
  step('sendRefused'),
  step('visit'),
  step('sendStaleTag'),
]
const changeLast = step('changeLast')
const removeLast: Step = (history) => history.removeLast()
const readAgain: Step = (history) => history.readAgain()
const readNextPage: Step = (history) => history.readNextPage()
const readRest: Step = (history) => history.readRest()

const slots = 12
const rounds = 12
const slot = fc.nat({ max: slots - 1 })
const by = fc.constantFrom(0, 0, 1)

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Returns the properties whose values in the pool are valid in the body of a creation or of a change. */
function getFittingValues({ properties }: Collection, pool: Pool, isChange: boolean) {
  return properties.flatMap(({ name, schema, updateSchema, required }) => {
    const values = pool[name]?.filter((value) => isValid(isChange ? updateSchema : schema, value)) ?? []
    return values.length === 0 ? [] : [{ name, required: required && !isChange, values }]
  })
}

function getPreferredBodies(collection: Collection, isChange: boolean): Fields[] {
  const operation = isChange ? collection.update : collection.create
  return operation ? preferredBodies(operation).map((body): Fields => Object(body)) : []
}

/** Draws bodies with values of a pool. All properties of a change are optional. */
function drawBodies(collection: Collection, pool: Pool, isChange: boolean): fc.Arbitrary<Fields> {
  const preferred = getPreferredBodies(collection, isChange)
  if (preferred.length > 0) return fc.constantFrom(...preferred)
  const fitting = getFittingValues(collection, pool, isChange)
  const requiredKeys = fitting.filter(({ required }) => required).map(({ name }) => name)
  const values = Object.fromEntries(fitting.map((property) => [property.name, fc.constantFrom(...property.values)]))
  const bodies = fc.record(values, { requiredKeys, noNullPrototype: true })
  const schema = (isChange ? collection.update : collection.create)?.json?.schema
  return schema === undefined ? fc.constant({}) : limited(schema, bodies, (body) => isValid(schema, body))
}

/** One, and primes above the number of values: each property gets all its values, in varying combinations. */
const strides = [1, 101, 103, 107, 109, 113]

/** Returns a body with all properties, different for each index; none if the schema rejects the combination. */
function getBodies(collection: Collection, pool: Pool, index: number, isChange = false): Fields[] {
  const preferred = getPreferredBodies(collection, isChange)
  if (preferred.length > 0) return [preferred[index % preferred.length] ?? {}]
  const all = getFittingValues(collection, pool, isChange).map(({ name, values }, position) => {
    return [name, values[(index * (strides[position % strides.length] ?? 1) + position) % values.length]]
  })
  const body = Object.fromEntries(all)
  const schema = (isChange ? collection.update : collection.create)?.json?.schema
  return schema === undefined || isValid(schema, body) ? [body] : []
}

/** Returns sets of parameters: none, each alone, each pair, all but one, and all. */
function combinations(parameters: ListParameter[]): ListParameter[][] {
  const pairs = parameters.flatMap((parameter, index) =>
    parameters.slice(index + 1).map((second) => [parameter, second]),
  )
  const allButOne = parameters.map((omitted) => parameters.filter((parameter) => parameter !== omitted))
  return [[], ...parameters.map((parameter) => [parameter]), ...pairs, ...allButOne, parameters]
}

function drawLists(parameters: ListParameter[], pool: Pool, [min, max]: [number, number]): fc.Arbitrary<Step> {
  const drawn = parameters.flatMap((parameter) => {
    const values = drawQueryValues(parameter, pool, slots)
    return values === undefined ? [] : [[parameter.parameter.name, values] as const]
  })
  const query = fc.record<Record<string, QueryValue>>(Object.fromEntries(drawn))
  const limit = fc.integer({ min, max })
  const options = fc.record({ limit, way: fc.constantFrom(...ways), encoding: encodings })
  return fc.tuple(by, query, options).map((all) => list(...all))
}

/** @param number Index of the history: each one has different values and sets of parameters. */
export function randomHistory(collection: Collection, number: number): fc.Arbitrary<Step[]> {
  const values = getPool(collection, [number % poolCount, (number * 2 + 1) % poolCount])
  // With few values, lists with several parameters have items.
  const smallPools = Object.entries(values).map(([name, all]) => {
    const [minLength, maxLength] = [Math.min(3, all.length), Math.min(4, all.length)]
    return [name, fc.shuffledSubarray(all, { minLength, maxLength })]
  })
  const pools = fc.record<Pool>(Object.fromEntries(smallPools), { noNullPrototype: true })
  return pools.chain((pool) => drawHistory(collection, pool, number))
}

function drawHistory(collection: Collection, pool: Pool, number: number): fc.Arbitrary<Step[]> {
  const bodies = drawBodies(collection, pool, false)
  const patches = drawBodies(collection, pool, true)
  const drawCreations = (number: fc.Arbitrary<number>) => fc.tuple(number, by, bodies).map((drawn) => create(...drawn))
  const changeSteps = fc.tuple(slot, by, patches, fc.boolean(), fc.nat({ max: 9 })).map((drawn) => change(...drawn))
  const deletions = fc.tuple(slot, by).map((drawn) => remove(...drawn))
  const writes = fc.oneof(drawCreations(slot), changeSteps, changeSteps, deletions)
  const stale = slot.map((number) => sendStaleTag(number))
  const retries = fc.tuple(slot, bodies).map((drawn) => retry(...drawn))
  const refusals = fc.tuple(slot, by, bodies, fc.nat({ max: refusalCount - 1 })).map((drawn) => sendRefused(...drawn))
  const visits = slot.map((number) => visit(number))
  const pages = fc.constant(readNextPage)
  const reads = slot.map((number) => read(number))
  const others = fc.oneof(
    reads,
    stale,
    retries,
    refusals,
    visits,
    patches.map((patch) => changeLast(patch)),
    fc.constantFrom(removeLast, readAgain),
  )
  const between = fc.oneof(
    { weight: 4, arbitrary: pages },
    { weight: 4, arbitrary: writes },
    { weight: 4, arbitrary: others },
  )
  const sets = combinations(collection.listParameters)
  const drawRound = (index: number) => {
    const lists = drawLists(sets[(number * rounds + index) % sets.length] ?? [], pool, [1, 4])
    const all = fc.tuple(fc.array(writes, { maxLength: 2 }), lists, fc.array(between, { maxLength: 5 }))
    return all.map(([before, firstPage, during]) => [...before, firstPage, ...during, readRest])
  }
  const creations = times(slots, (index) => drawCreations(fc.constant(index)))
  const sorted = collection.listParameters.flatMap((parameter) =>
    parameter.by === 'sort' ? getOrders(parameter).map((value) => ({ [parameter.parameter.name]: { value } })) : [],
  )
  // Each history ends with these steps, because random ones could miss them.
  const lastSteps = fc
    .tuple(fc.tuple(...times(slots, () => bodies)), fc.tuple(patches, patches))
    .map(([all, lastPatches]) => [
      ...all.slice(refusalCount).map((body, kind) => sendRefused(kind, kind % 2, body, kind)),
      ...all.slice(0, refusalCount).map((body, number) => retry(number, body)),
      // Creates items, because the previous steps may have deleted all.
      ...all.flatMap((body, number) => (number % 3 === 0 ? [create(number, number, body), visit(number)] : [])),
      ...times(slots, (number) => read(number)),
      ...[list(0, {}, { limit: 2 }), removeLast, readRest, list(0, {}, { limit: 100 })],
      ...lastPatches.flatMap((patch) => [changeLast(patch), readAgain]),
      // The cursor has the value of an item before its change: the next page must begin there.
      ...sorted.flatMap((query) => [
        list(0, query, { limit: 2, way: 'afterValue' }),
        ...lastPatches.map(changeLast),
        readRest,
      ]),
    ])
  return fc.tuple(fc.tuple(...creations), ...times(rounds, drawRound), lastSteps).map((parts) => parts.flat())
}

/** Creates items with all values, lists them with each value of each single parameter, and changes each item once. */
export function historyOfValues(collection: Collection): fc.Arbitrary<Step[]> {
  const pool = getPool(
    collection,
    times(poolCount, (index) => index),
  )
  // Two items have each value, so that a list of one item per page has a link.
  const count = 2 * Math.max(0, ...Object.values(pool).map(({ length }) => length))
  const creationOf = (index: number, user = 0) => {
    return getBodies(collection, pool, Math.floor(index / 2)).map((body) => create(index + user * count, user, body))
  }
  const changeOf = (index: number) => {
    return getBodies(collection, pool, index + 1, true).map((patch) => change(index, 0, patch, false, index))
  }
  const singles = collection.listParameters.map((listParameter) => {
    const values = getQueryValues(listParameter, pool)
    const limit = listParameter.by === 'sort' ? 7 : listParameter.by === 'filter' ? 1 : 100
    return values.flatMap((value, index) => {
      const options = { limit, way: ways[index % 3] ?? 'Link', encoding: allEncodings[index % 4] ?? 'all' }
      return [list(0, { [listParameter.parameter.name]: value }, options), readRest]
    })
  })
  // A search has the most values.
  singles.sort((first, second) => first.length - second.length)
  const creations = times(count, (index) => creationOf(index))
  const others = times(Math.min(slots, count), (index) => creationOf(index, 1))
  const changeSteps = times(count, changeOf)
  // If there is a list, it tests each item.
  const reads = collection.list ? [] : times(count, (index) => read(index))
  // After a pause of over a second, a change must advance `Last-Modified`.
  const pause = () => wait(1_100)
  return fc.constant(
    [creations, others, reads, ...singles, pause, changeSteps, reads, list(0, {}, { limit: 100 })].flat(2),
  )
}

const many = 210
/** More sets of parameters would take too many requests. Random histories go through all sets in turn. */
const maxSets = 24

/** Creates more items than fit on two pages, and lists them with several sets of parameters. */
export function historyOfManyItems(collection: Collection): fc.Arbitrary<Step[]> {
  const pool = getPool(collection, [0])
  const creations = times(many, (index) => getBodies(collection, pool, index % 3).map((body) => create(index, 0, body)))
  const sizes = [{}, { limit: 1 }, { limit: 100 }].map((size) => list(0, {}, size))
  const sets = combinations(collection.listParameters).slice(0, maxSets)
  const queries = sets.map((set) => drawLists(set, pool, [90, 100]))
  return fc
    .tuple(...queries)
    .map((all) => [...creations.flat(), ...sizes, ...all.flatMap((listStep) => [listStep, readRest])])
}

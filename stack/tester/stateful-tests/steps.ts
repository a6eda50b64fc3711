// The histories of a collection: with each value of its properties, with more items than a page, and random ones.
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { preferredBodies } from '../cases.ts'
import { type Collection, getSorts, type ListParameter } from '../contract/collections.ts'
import type { Fields } from '../list-model.ts'
import { ways } from '../listing.ts'
import { allEncodings, encodings } from '../requests/texts.ts'
import { isValid, limited } from '../requests/values.ts'
import type { History, Step } from './history.ts'
import { refusalCount } from './refusals.ts'
import { allQueryValues, type Pool, poolCount, poolFor, type QueryValue, queryValues } from './values.ts'

type StepName =
  | 'create'
  | 'change'
  | 'remove'
  | 'read'
  | 'retry'
  | 'refuse'
  | 'visit'
  | 'useStale'
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
const [read, retry, refuse, visit, useStale] = [
  step('read'),
  step('retry'),
  step('refuse'),
  step('visit'),
  step('useStale'),
]
const changeLast = step('changeLast')
const removeLast: Step = (history) => history.removeLast()
const readAgain: Step = (history) => history.readAgain()
const nextPage: Step = (history) => history.nextPage()
const rest: Step = (history) => history.rest()

const slots = 12
const rounds = 12
const slot = fc.nat({ max: slots - 1 })
const by = fc.constantFrom(0, 0, 1)

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** The values of a pool that the body of a creation, or of a change, can have. */
function fittingValues({ properties }: Collection, pool: Pool, isChange: boolean) {
  return properties.flatMap(({ name, schema, updateSchema, required }) => {
    const values = pool[name]?.filter((value) => isValid(isChange ? updateSchema : schema, value)) ?? []
    return values.length === 0 ? [] : [{ name, required: required && !isChange, values }]
  })
}

function preferredFields(collection: Collection, isChange: boolean): Fields[] {
  const operation = isChange ? collection.update : collection.create
  return operation ? preferredBodies(operation).map((body): Fields => Object(body)) : []
}

/** Bodies with values of a pool. A creation can lack what is not required; a change has some of the properties. */
function bodiesFor(collection: Collection, pool: Pool, isChange: boolean): fc.Arbitrary<Fields> {
  const preferred = preferredFields(collection, isChange)
  if (preferred.length > 0) return fc.constantFrom(...preferred)
  const fitting = fittingValues(collection, pool, isChange)
  const requiredKeys = fitting.filter(({ required }) => required).map(({ name }) => name)
  const values = Object.fromEntries(fitting.map((property) => [property.name, fc.constantFrom(...property.values)]))
  const bodies = fc.record(values, { requiredKeys, noNullPrototype: true })
  const schema = (isChange ? collection.update : collection.create)?.json?.schema
  return schema === undefined ? fc.constant({}) : limited(schema, bodies, (body) => isValid(schema, body))
}

/** One, and primes above the number of values: each property gets all its values, in changing combinations. */
const strides = [1, 101, 103, 107, 109, 113]

/** A body with all properties, another one for each index; none if the values do not fit together. */
function bodyAt(collection: Collection, pool: Pool, index: number, isChange = false): Fields[] {
  const preferred = preferredFields(collection, isChange)
  if (preferred.length > 0) return [preferred[index % preferred.length] ?? {}]
  const all = fittingValues(collection, pool, isChange).map(({ name, values }, position) => {
    return [name, values[(index * (strides[position % strides.length] ?? 1) + position) % values.length]]
  })
  const body = Object.fromEntries(all)
  const schema = (isChange ? collection.update : collection.create)?.json?.schema
  return schema === undefined || isValid(schema, body) ? [body] : []
}

/** Sets of parameters: none, each alone, each pair, all but one, and all. */
function combinations(parameters: ListParameter[]): ListParameter[][] {
  const pairs = parameters.flatMap((parameter, index) =>
    parameters.slice(index + 1).map((second) => [parameter, second]),
  )
  const allButOne = parameters.map((omitted) => parameters.filter((parameter) => parameter !== omitted))
  return [[], ...parameters.map((parameter) => [parameter]), ...pairs, ...allButOne, parameters]
}

function listsWith(parameters: ListParameter[], pool: Pool, [min, max]: [number, number]): fc.Arbitrary<Step> {
  const drawn = parameters.flatMap((parameter) => {
    const values = queryValues(parameter, pool, slots)
    return values === undefined ? [] : [[parameter.parameter.name, values] as const]
  })
  const query = fc.record<Record<string, QueryValue>>(Object.fromEntries(drawn))
  const limit = fc.integer({ min, max })
  const options = fc.record({ limit, way: fc.constantFrom(...ways), encoding: encodings })
  return fc.tuple(by, query, options).map((all) => list(...all))
}

/** @param number Of the history: each one has other values and other sets of parameters. */
export function randomHistory(collection: Collection, number: number): fc.Arbitrary<Step[]> {
  const values = poolFor(collection, [number % poolCount, (number * 2 + 1) % poolCount])
  // Few values, so that lists with several parameters have items.
  const few = Object.entries(values).map(([name, all]) => {
    const [minLength, maxLength] = [Math.min(3, all.length), Math.min(4, all.length)]
    return [name, fc.shuffledSubarray(all, { minLength, maxLength })]
  })
  const pools = fc.record<Pool>(Object.fromEntries(few), { noNullPrototype: true })
  return pools.chain((pool) => historyWith(collection, pool, number))
}

function historyWith(collection: Collection, pool: Pool, number: number): fc.Arbitrary<Step[]> {
  const bodies = bodiesFor(collection, pool, false)
  const patches = bodiesFor(collection, pool, true)
  const creationsIn = (place: fc.Arbitrary<number>) => fc.tuple(place, by, bodies).map((drawn) => create(...drawn))
  const changeSteps = fc.tuple(slot, by, patches, fc.boolean(), fc.nat({ max: 9 })).map((drawn) => change(...drawn))
  const deletions = fc.tuple(slot, by).map((drawn) => remove(...drawn))
  const writes = fc.oneof(creationsIn(slot), changeSteps, changeSteps, deletions)
  const stale = slot.map((number) => useStale(number))
  const retries = fc.tuple(slot, bodies).map((drawn) => retry(...drawn))
  const refusals = fc.tuple(slot, by, bodies, fc.nat({ max: refusalCount - 1 })).map((drawn) => refuse(...drawn))
  const visits = slot.map((number) => visit(number))
  const pages = fc.constant(nextPage)
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
  const round = (index: number) => {
    const lists = listsWith(sets[(number * rounds + index) % sets.length] ?? [], pool, [1, 4])
    const all = fc.tuple(fc.array(writes, { maxLength: 2 }), lists, fc.array(between, { maxLength: 5 }))
    return all.map(([before, firstPage, during]) => [...before, firstPage, ...during, rest])
  }
  const creations = times(slots, (index) => creationsIn(fc.constant(index)))
  const sorted = collection.listParameters.flatMap((parameter) =>
    parameter.by === 'sort' ? getSorts(parameter).map((value) => ({ [parameter.parameter.name]: { value } })) : [],
  )
  // Each history ends with these, because chance could miss them.
  const last = fc
    .tuple(fc.tuple(...times(slots, () => bodies)), fc.tuple(patches, patches))
    .map(([all, lastPatches]) => [
      ...all.slice(refusalCount).map((body, kind) => refuse(kind, kind % 2, body, kind)),
      ...all.slice(0, refusalCount).map((body, number) => retry(number, body)),
      // The steps before can have deleted all items.
      ...all.flatMap((body, number) => (number % 3 === 0 ? [create(number, number, body), visit(number)] : [])),
      ...times(slots, (number) => read(number)),
      ...[list(0, {}, { limit: 2 }), removeLast, rest, list(0, {}, { limit: 100 })],
      ...lastPatches.flatMap((patch) => [changeLast(patch), readAgain]),
      // A page begins after the value that the item before it had.
      ...sorted.flatMap((query) => [
        list(0, query, { limit: 2, way: 'afterValue' }),
        ...lastPatches.map(changeLast),
        rest,
      ]),
    ])
  return fc.tuple(fc.tuple(...creations), ...times(rounds, round), last).map((parts) => parts.flat())
}

/** A list for each value of each parameter alone, from items with all these values, which change once. */
export function historyOfValues(collection: Collection): fc.Arbitrary<Step[]> {
  const pool = poolFor(
    collection,
    times(poolCount, (index) => index),
  )
  // Two items have each value, so that there is a link between them.
  const count = 2 * Math.max(0, ...Object.values(pool).map(({ length }) => length))
  const creationOf = (index: number, user = 0) => {
    return bodyAt(collection, pool, Math.floor(index / 2)).map((body) => create(index + user * count, user, body))
  }
  const changeOf = (index: number) => {
    return bodyAt(collection, pool, index + 1, true).map((patch) => change(index, 0, patch, false, index))
  }
  const singles = collection.listParameters.flatMap((listParameter) => {
    const values = allQueryValues(listParameter, pool)
    const limit = listParameter.by === 'sort' ? 7 : listParameter.by === 'filter' ? 1 : 100
    return values.flatMap((value, index) => {
      const options = { limit, way: ways[index % 3] ?? 'Link', encoding: allEncodings[index % 4] ?? 'all' }
      return [list(0, { [listParameter.parameter.name]: value }, options), rest]
    })
  })
  const creations = times(count, (index) => creationOf(index))
  const others = times(Math.min(slots, count), (index) => creationOf(index, 1))
  const changeSteps = times(count, changeOf)
  // A list shows each item, too.
  const reads = collection.list ? [] : times(count, (index) => read(index))
  // The times of changes are later by a second, so `Last-Modified` is, too.
  const pause = () => wait(1_100)
  return fc.constant(
    [creations, others, reads, singles, pause, changeSteps, reads, list(0, {}, { limit: 100 })].flat(2),
  )
}

const many = 210
/** Of parameters: random histories have all. */
const maxSets = 24

/** More items than two pages have, in lists with each set of parameters. */
export function historyOfManyItems(collection: Collection): fc.Arbitrary<Step[]> {
  const pool = poolFor(collection, [0])
  const creations = times(many, (index) => bodyAt(collection, pool, index % 3).map((body) => create(index, 0, body)))
  const sizes = [{}, { limit: 1 }, { limit: 100 }].map((size) => list(0, {}, size))
  const sets = combinations(collection.listParameters).slice(0, maxSets)
  const queries = sets.map((set) => listsWith(set, pool, [90, 100]))
  return fc
    .tuple(...queries)
    .map((all) => [...creations.flat(), ...sizes, ...all.flatMap((listStep) => [listStep, rest])])
}

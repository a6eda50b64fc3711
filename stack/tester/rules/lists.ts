// Rules about lists: filters, pages, positions, deprecation, orders, ranges and searches.
import * as fc from 'fast-check'
import type { Caller } from '../caller.ts'
import {
  type Collection,
  getSorts,
  isOneValue,
  type ListParameter,
  type Property,
  returns,
} from '../contract/collections.ts'
import { compareValues, type Fields, getLink, ListModel, toQuery, ways } from '../list-model.ts'
import { similarTexts } from '../requests/scalars.ts'
import { isValid, sample, valid } from '../requests/values.ts'
import type { Rule } from './rule.ts'

const check = 'listing_conformance'
const hasPages = ({ list, listParameters }: Collection) =>
  returns(list, 200, 'link') && new ListModel(listParameters, {}).isById

/** Two of each are equal, and a careless comparison takes some in another order. A long text makes a long position. */
const sharpTexts = ['Z', 'a', 'a', 'É', '\uffee', '🌵']
const sharpNumbers = [10, 9, 9, 2, 100, 1.5]

export const listRules: Rule[] = [
  {
    name: 'filters',
    check: 'filter_conformance',
    sentence: 'Returns only … with exactly this …, compared by code points.',
    fits: ({ filters }) => filters.length > 0,
    async run({ caller, collection, unique }) {
      const texts = [unique, unique.toUpperCase(), ...similarTexts.map((text) => `${unique}${text}`), `x${unique}`]
      for (const { name, schema } of collection.filters) {
        const isText = isValid(schema, unique)
        const values = isText ? texts : fc.sample(valid(schema), { seed: 1, numRuns: 6 })
        const known = new Set<unknown>(values.filter((value) => value !== null))
        const empty = isText && isValid(schema, '') ? [''] : []
        for (const value of [...known, ...empty]) await caller.create({ ...caller.body(), [name]: value })
        const { parameter } = collection.listParameters.find((one) => one.parameter.name === name) ?? {}
        if (isValid(parameter?.schema, null)) known.add(null)
        if (known.has(null)) await caller.create(without(caller.body(), name))
        for (const value of known) await caller.list({ chosen: { [name]: value } })
      }
    },
  },
  {
    name: 'limits',
    check,
    sentence: 'returns at most `limit` …, in ascending order of `id`.',
    fits: hasPages,
    async run({ caller, collection, session }) {
      const ids = await caller.createSeveral(60)
      const first = await caller.page(caller.query())
      session.expectEqual('items on a page without `limit` (default: 20)', first.ids, ids.slice(0, 20))
      for (const limit of [1, 20, 60, 100]) {
        const page = await caller.page(caller.query({ limit }))
        session.expectEqual(`items for limit=${limit}`, page.ids, ids.slice(0, limit))
        session.expectEqual(`whether limit=${limit} of 60 items has Link`, page.headers.link !== undefined, limit < 60)
      }
      const next = await caller.page(getLink(first.headers) ?? [])
      session.expectEqual('items of the page that Link names', next.ids, ids.slice(20, 40))
      session.sentence = '`after` is a position in your list: it also works when the … with this `id` is deleted.'
      const position = ids[40] ?? ''
      if (collection.delete) await caller.remove(position)
      await caller.list({ chosen: { ...caller.own, after: position } })
      const empty = await caller.page(caller.query({ after: ids.at(-1) }))
      session.expectEqual('items after the last one', empty.items, [])
      session.expectEqual('Link of an empty page', empty.headers.link, undefined)
    },
  },
  {
    name: 'deprecated parameters',
    check: 'response_headers_conformance',
    sentence: 'A successful response to a request that uses it has two headers',
    fits: ({ list }) => deprecated(list).length > 0,
    async run({ caller, collection, session }) {
      for (const { name, schema, written } of deprecated(collection.list)) {
        const { since, sunset } = Object(written['x-deprecation'])
        const dates = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() }
        const none = { deprecation: undefined, sunset: undefined }
        for (const [parameters, expected] of [
          [{ [name]: sample(valid(schema)) }, dates],
          [{}, none],
        ] as const) {
          const { deprecation, sunset } = (await caller.page(caller.query(parameters))).headers
          session.expectEqual(`the headers for ${Object.keys(parameters)}`, { deprecation, sunset }, expected)
        }
      }
    },
  },
  {
    name: 'orders',
    check,
    sentence: 'The order of the list. A hyphen makes it descending.',
    fits: (collection) => find(collection, 'sort').length > 0,
    async run({ caller, collection, session }) {
      const { list, listParameters, properties } = collection
      for (const [index, text] of sharpTexts.entries()) {
        const sharp = properties.flatMap(({ name, schema }) => {
          const value = [text.repeat(200), text, sharpNumbers[index]].find((one) => isValid(schema, one))
          return value === undefined ? [] : [[name, value]]
        })
        await caller.create({ ...caller.body(), ...Object.fromEntries(sharp), ...caller.own })
      }
      const lacking = properties.filter(
        (one) => !one.required && one.default === undefined && !(one.name in caller.own),
      )
      for (let count = 0; count < 2; count++)
        await caller.create(without(caller.body(), ...lacking.map(({ name }) => name)))
      const queries = find(collection, 'sort').flatMap((sort) =>
        getSorts(sort).map((field) => ({ ...caller.own, [sort.parameter.name]: field })),
      )
      for (const [index, chosen] of queries.entries()) {
        await caller.list({ limit: 4, chosen, way: ways[index % ways.length] ?? 'Link' })
      }
      const [chosen = {}] = queries
      const [, , stored] = [...caller.items.values()]
      if (!collection.delete || stored === undefined) return
      session.sentence = 'Without it, the page is empty if the item with this id is gone.'
      const model = new ListModel(listParameters, chosen)
      await caller.remove(stored.id)
      await caller.list({ chosen: { ...chosen, ...model.toParameters(stored.item, 'afterValue') } })
      const page = await caller.page(toQuery(list, { ...chosen, ...model.toParameters(stored.item, 'after') }))
      session.expectEqual('items after a deleted one', page.items, [])
    },
  },
  {
    name: 'number of items',
    check,
    sentence: 'Count the items of the whole list.',
    fits: (collection) => find(collection, 'count').length > 0,
    async run({ caller, collection, session }) {
      const count = async () => {
        const chosen = find(collection, 'count').map(({ parameter }) => [parameter.name, true])
        const page = await caller.page(
          toQuery(collection.list, { ...caller.own, limit: 1, ...Object.fromEntries(chosen) }),
        )
        return page.headers['total-count']
      }
      const before = await count()
      await caller.createSeveral(3)
      // Earlier items can be too many to count.
      const isCounted = before === undefined || Number(before) < 997
      if (isCounted) session.expectEqual('header total-count', await count(), String(Number(before) + 3))
    },
  },
  {
    name: 'ends of ranges',
    check: 'filter_conformance',
    sentence: 'Returns only … that were created at this time or later.',
    fits: (collection) => find(collection, 'min', 'max').length > 0,
    async run({ caller, collection }) {
      const ranges = find(collection, 'min', 'max')
      for (const { by, field, parameter } of ranges) {
        const values = await createOthers(caller, field, 2)
        const end = inOtherZone(parameter, values.at(by === 'min' ? -1 : 0))
        await caller.list({ chosen: { ...caller.own, [parameter.name]: end } })
        const other = ranges.find((one) => one.field === field && one.by === 'max')
        const bothEnds = { [parameter.name]: end, [String(other?.parameter.name)]: end }
        if (by === 'min' && other) await caller.list({ chosen: { ...caller.own, ...bothEnds } })
      }
    },
  },
  {
    name: 'sets of values',
    check: 'filter_conformance',
    sentence: 'Returns only … with one of these ….',
    fits: (collection) => getSets(collection).length > 0,
    async run({ caller, collection }) {
      for (const { field, parameter } of getSets(collection)) {
        const values = (await createOthers(caller, field, 3)).filter((value) => value !== '')
        for (const set of [values.slice(1, 2), values.slice(1)])
          if (isValid(parameter.schema, set)) await caller.list({ limit: 2, chosen: { [parameter.name]: set } })
      }
    },
  },
  {
    name: 'words of a search',
    check: 'filter_conformance',
    sentence: 'Case and accents do not count.',
    fits: (collection) => getSearched(collection).length > 0,
    async run({ caller, collection, unique }) {
      const [first, second] = getSearched(collection)
      const [search] = find(collection, 'search')
      if (first === undefined || search === undefined) return
      // No other item has words with these hexadecimal digits.
      const own = (text: string) => text.replaceAll('_', unique.slice(-8))
      for (const text of searchedTexts) await caller.create({ ...caller.body(), [first.name]: own(text) })
      const other = second && { [first.name]: 'x', [second.name]: own('_fern moss') }
      await caller.create({ ...caller.body(), [first.name]: own('_fern moss'), ...other })
      for (const text of searches) await caller.list({ limit: 3, chosen: { [search.parameter.name]: own(text) } })
      for (const sort of find(collection, 'sort')) {
        const chosen = { [search.parameter.name]: own('_'), [sort.parameter.name]: getSorts(sort)[0] }
        await caller.list({ limit: 3, chosen })
      }
    },
  },
]

function without(body: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

const searchedTexts = ['_ferz _férn', 'moss _FERNS', 'tree-_fe\u0301r', 'x_fern', '_\u{20bb7}a']
const searches = ['_fer', '_FE\u0301RN', '_fern, mo', '_\u{20bb7}', '_']

function find<By extends ListParameter['by']>({ listParameters }: Collection, ...wanted: By[]) {
  return listParameters.filter((one): one is ListParameter & { by: By } => wanted.some((by) => by === one.by))
}

function getSets(collection: Collection) {
  return find(collection, 'filter').filter((one) => !isOneValue(one))
}

function getSearched(collection: Collection): Property[] {
  const fields = find(collection, 'search').flatMap((search) => search.fields)
  // A rule has a text of eight digits in place of the line.
  const texts = [...searchedTexts, '_fern moss', 'x'].map((text) => text.replaceAll('_', '12345678'))
  return collection.properties.filter(({ name, schema }) => {
    return fields.includes(name) && texts.every((text) => isValid(schema, text))
  })
}

/** The same time with another offset, if the value is a time and the parameter takes it. */
function inOtherZone({ schema }: ListParameter['parameter'], value: unknown): unknown {
  const time = Date.parse(String(value))
  // A leap second, which a Date does not have, is valid in UTC only.
  if (schema.keywords.format !== 'date-time' || Number.isNaN(time)) return value
  const other = new Date(time + 3_600_000).toISOString().replace('Z', '+01:00')
  return isValid(schema, other) ? other : value
}

/** Creates items with different values of a field, if a caller can set it. @returns The values in their order. */
async function createOthers(caller: Caller, field: string, count: number): Promise<unknown[]> {
  const property = caller.collection.properties.find(({ name }) => name === field && !(name in caller.own))
  const values: unknown[] = []
  while (values.length < count) {
    const value = property && { [field]: caller.value(property.schema, values.at(-1)) }
    const { item } = await caller.create({ ...caller.body(), ...value })
    values.push(item[field])
  }
  return values.toSorted(compareValues)
}

function deprecated(list: Collection['list']) {
  return list?.parameters.filter(({ written }) => 'x-deprecation' in written) ?? []
}

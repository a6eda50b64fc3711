// Rules for the lists of a plain contract. The names of parameters say what they do: limit, offset, sort, and filters.
import type { Expectation } from '../call.ts'
import type { Check } from '../checks.ts'
import { type ContractParameter, getParameters } from '../contract/operations.ts'
import { toPairs } from '../requests/texts.ts'
import { isValid } from '../requests/values.ts'
import type { PlainCollection } from './collections.ts'
import { expectKept, type PlainRule } from './items.ts'
import { type Item, type PlainSession, success } from './session.ts'

const listing: Check = 'listing_conformance'
const missing: Expectation = ['404', (status) => [403, 404, 410].includes(status)]

function parameterWith(names: string[], { list }: PlainCollection): ContractParameter | undefined {
  const isNamed = ({ name }: ContractParameter) => names.includes(name.toLowerCase().replace(/[^a-z]/g, ''))
  return list && getParameters(list, 'query').find(isNamed)
}

const getLimit = parameterWith.bind(null, ['limit', 'pagesize', 'perpage', 'size', 'maxresults', 'top', 'take'])
const getOffset = parameterWith.bind(null, ['offset', 'skip'])
const getSort = parameterWith.bind(null, ['sort', 'sortby', 'orderby', 'order'])

/** The items of the largest page, or of another one. */
async function page(plain: PlainSession, collection: PlainCollection, path: string, query = largest(collection)) {
  const { list, itemsName, totalName } = collection
  if (list === undefined) return []
  const { value } = await plain.send(list, { path, query }, success)
  const found = itemsName === undefined ? value : Object(value)[itemsName]
  const items: Item[] = Array.isArray(found) ? found.map(Object) : []
  if (totalName !== undefined) expectTotal(plain, totalName, value, items.length)
  return items
}

function expectTotal(plain: PlainSession, name: string, list: unknown, least: number): void {
  const total = Object(list)[name]
  plain.expect(total === undefined || total >= least, `${name}: expected ${least} or more, got ${total}`, listing)
}

function largest(collection: PlainCollection): string[] {
  const limit = getLimit(collection)
  const value = [limit?.schema.keywords.maximum, 100].find((one) => limit && isValid(limit.schema, one))
  return limit && value !== undefined ? toPairs(limit, value) : []
}

const getIds = (items: Item[], { id }: PlainCollection) => items.map((one) => one[id.name])

/** Parameters with the name of a property whose values are few: others can select parts of texts, or ranges. */
function getFilters({ list, itemProperties }: PlainCollection): ContractParameter[] {
  return (list ? getParameters(list, 'query') : []).filter(({ name, schema: { keywords } }) => {
    const property = itemProperties.find((one) => one.name === name)?.schema.keywords
    const isSame = property !== undefined && property.type === keywords.type
    return isSame && (Array.isArray(keywords.enum) || keywords.type === 'boolean')
  })
}

export const plainListRules: PlainRule[] = [
  {
    name: 'listed items',
    fits: ({ list }) => list !== undefined,
    async run(plain, collection) {
      const { create, id, delete: removal } = collection
      const at = await plain.getPath(create)
      const before = await page(plain, collection, at)
      const first = await plain.create(collection, undefined, at)
      const made = [first, await plain.create(collection, undefined, at)]
      const listed = await page(plain, collection, at)
      // A longer list can have them on another page.
      for (const { item, body } of listed.length > before.length || before.length === 0 ? made : []) {
        const found = listed.find((one) => one[id.name] === item[id.name])
        plain.expect(found !== undefined, `the list: expected the item ${item[id.name]}, got none`, listing)
        if (found) expectKept(plain, 'the listed item', body, found, collection)
      }
      if (removal === undefined) return
      await plain.send(removal, { path: first.path }, success)
      const left = getIds(await page(plain, collection, at), collection)
      plain.expect(!left.includes(first.item[id.name]), `the list has the deleted item ${first.id}`, 'use_after_free')
    },
  },
  {
    name: 'lists below other items',
    fits: ({ list, path }) => list !== undefined && path.includes('{'),
    async run(plain, collection) {
      const { create, get } = collection
      const [one, other] = [await plain.getPath(create), await plain.getPath(create)]
      if (one === other) return
      const { id, path, item } = await plain.create(collection, undefined, one)
      const listed = getIds(await page(plain, collection, other), collection)
      plain.expect(!listed.includes(item[collection.id.name]), `${other}: the list has ${id} of ${one}`, listing)
      if (get) await plain.send(get, { path: other + path.slice(one.length) }, missing, listing)
    },
  },
  {
    name: 'pages',
    fits: (collection) => getLimit(collection) !== undefined,
    async run(plain, collection) {
      const { list, create, totalName } = collection
      const [limit, offset] = [getLimit(collection), getOffset(collection)]
      if (limit === undefined) return
      const at = await plain.getPath(create)
      for (let count = 0; count < 3; count++) await plain.create(collection, undefined, at)
      const all = getIds(await page(plain, collection, at), collection)
      for (const value of [1, 2].filter((one) => isValid(limit.schema, one))) {
        const query = toPairs(limit, value)
        const { length } = await page(plain, collection, at, query)
        plain.expect(length === value, `${query}: expected ${value} items, got ${length}`, listing)
        if (offset === undefined || all.length >= 100) continue
        const next = getIds(await page(plain, collection, at, [...query, ...toPairs(offset, 1)]), collection)
        const expected = all.slice(1, 1 + value)
        plain.expect(`${next}` === `${expected}`, `${query} from 1: expected ${expected}, got ${next}`, listing)
      }
      if (totalName === undefined || list === undefined) return
      const { value } = await plain.send(list, { path: at, query: toPairs(limit, 1) }, success, listing)
      expectTotal(plain, totalName, value, all.length)
    },
  },
  {
    name: 'filters of lists',
    fits: (collection) => getFilters(collection).length > 0,
    async run(plain, collection) {
      const at = await plain.getPath(collection.create)
      for (const parameter of getFilters(collection)) {
        const { name, schema } = parameter
        const choices = Array.isArray(schema.keywords.enum) ? schema.keywords.enum : [true, false]
        const made = await Array.fromAsync(choices, (value) =>
          plain.create(collection, { ...plain.body(collection.create), [name]: value }, at),
        )
        for (const value of choices) {
          const query = [...toPairs(parameter, value), ...largest(collection)]
          const items = await page(plain, collection, at, query)
          const other = items.find((one) => one[name] !== value)
          plain.expect(other === undefined, `${query}: got ${JSON.stringify(other)}`, 'filter_conformance')
          const isThere = items.length > 0 || !made.some(({ item }) => item[name] === value)
          plain.expect(isThere, `${query}: expected an item with ${value}, got none`, 'filter_conformance')
        }
      }
    },
  },
  {
    name: 'sorted lists',
    fits: (collection) => getSort(collection) !== undefined,
    async run(plain, collection) {
      const sort = getSort(collection)
      const { enum: choices } = sort?.schema.keywords ?? {}
      if (sort === undefined || !Array.isArray(choices)) return
      const at = await plain.getPath(collection.create)
      for (let count = 0; count < 4; count++) await plain.create(collection, undefined, at)
      for (const value of choices.map(String)) {
        const name = value.replace(/^[-+]/, '')
        if (!collection.itemProperties.some((one) => one.name === name)) continue
        const query = [...toPairs(sort, value), ...largest(collection)]
        const values = (await page(plain, collection, at, query)).map((one) => one[name])
        const ascending = value.startsWith('-') ? values.toReversed() : values
        const isOrdered = ascending.every((one, index) => index === 0 || isInOrder(ascending[index - 1], one))
        plain.expect(isOrdered, `${query}: got ${JSON.stringify(values)}`, listing)
      }
    },
  },
]

/** Languages order other texts in their own ways. */
function isInOrder(one: unknown, other: unknown): boolean {
  const isPlain = (value: unknown) => typeof value === 'number' || /^[a-z0-9 :.TZ-]*$/.test(String(value))
  if (one === undefined || other === undefined || !isPlain(one) || !isPlain(other)) return true
  return typeof one === 'number' && typeof other === 'number' ? one <= other : String(one) <= String(other)
}

// Rules for the lists of a plain contract. The names of parameters say what they do: limit, offset, sort, and filters.
import type { Check } from '../checks.ts'
import { valueAt } from '../contract/document-node.ts'
import type { ContractParameter } from '../contract/operations.ts'
import { isValid } from '../requests/values.ts'
import { type PlainCollection, parameterNamed } from './collections.ts'
import { expectKept, type PlainRule } from './items.ts'
import { pairWith } from './requests.ts'
import { type Item, type PlainSession, success } from './session.ts'

const listing: Check = 'listing_conformance'
const limits = ['limit', 'pagesize', 'perpage', 'size', 'maxresults', 'top', 'take']
const offsets = ['offset', 'skip']
const sorts = ['sort', 'sortby', 'orderby', 'order']

/** The items of one page. */
async function page(plain: PlainSession, collection: PlainCollection, path: string, query: string[]): Promise<Item[]> {
  const { list, itemsName, totalName } = collection
  if (list === undefined) return []
  const { value } = await plain.send(list, { path, query }, success, 'positive_data_acceptance')
  const found = itemsName === undefined ? value : Object(value)[itemsName]
  const items: Item[] = Array.isArray(found) ? found.map(Object) : []
  const total = totalName === undefined ? undefined : Object(value)[totalName]
  if (total !== undefined)
    plain.expect(total >= items.length, `${totalName}: expected ${items.length} or more, got ${total}`, listing)
  return items
}

/** The largest page. */
function largest({ list }: PlainCollection): string[] {
  const limit = list && parameterNamed(list, limits)
  const value = [limit?.schema.keywords.maximum, 100].find((one) => limit && isValid(limit.schema, one))
  return limit && value !== undefined ? pairWith(limit, value) : []
}

const idsOf = (items: Item[], { id }: PlainCollection) => items.map((one) => one[id.name])

/** Parameters with the name of a property whose values are few: others can select parts of texts, or ranges. */
function filtersOf({ list, itemProperties }: PlainCollection): ContractParameter[] {
  return (list?.parameters ?? []).filter(({ in: group, name, schema: { keywords } }) => {
    const property = itemProperties.find((one) => one.name === name)?.schema.keywords
    const isSame = property !== undefined && property.type === keywords.type
    return group === 'query' && isSame && (Array.isArray(keywords.enum) || keywords.type === 'boolean')
  })
}

export const plainListRules: PlainRule[] = [
  {
    name: 'listed items',
    fits: ({ list }) => list !== undefined,
    async run(plain, collection) {
      const { create, id, delete: removal } = collection
      const at = await plain.pathOf(create)
      const before = await page(plain, collection, at, largest(collection))
      const made = [await plain.create(collection, at), await plain.create(collection, at)]
      const listed = await page(plain, collection, at, largest(collection))
      // A longer list can have them on another page.
      if (listed.length > before.length || before.length === 0) {
        for (const { item, body } of made) {
          const found = listed.find((one) => one[id.name] === item[id.name])
          plain.expect(found !== undefined, `the list: expected the item ${item[id.name]}, got none`, listing)
          if (found) expectKept(plain, 'the listed item', body, found, collection)
        }
      }
      const [first] = made
      if (removal === undefined || first === undefined) return
      await plain.send(removal, { path: `${at}/${encodeURIComponent(first.id)}` }, success, 'positive_data_acceptance')
      const left = idsOf(await page(plain, collection, at, largest(collection)), collection)
      plain.expect(!left.includes(first.item[id.name]), `the list has the deleted item ${first.id}`, 'use_after_free')
    },
  },
  {
    name: 'lists below other items',
    fits: ({ list, path }) => list !== undefined && path.includes('{'),
    async run(plain, collection) {
      const [one, other] = [await plain.pathOf(collection.create), await plain.pathOf(collection.create)]
      if (one === other) return
      const { id, item } = await plain.create(collection, one)
      const listed = idsOf(await page(plain, collection, other, largest(collection)), collection)
      plain.expect(!listed.includes(item[collection.id.name]), `${other}: the list has ${id} of ${one}`, listing)
      const { get } = collection
      const missing = ['404', (status: number) => [403, 404, 410].includes(status)] as const
      if (get) await plain.send(get, { path: `${other}/${encodeURIComponent(id)}` }, [...missing], listing)
    },
  },
  {
    name: 'pages',
    fits: ({ list }) => list !== undefined && parameterNamed(list, limits) !== undefined,
    async run(plain, collection) {
      const { list, create, totalName } = collection
      const limit = list && parameterNamed(list, limits)
      const offset = list && parameterNamed(list, offsets)
      if (limit === undefined) return
      const at = await plain.pathOf(create)
      for (let count = 0; count < 3; count++) await plain.create(collection, at)
      const all = idsOf(await page(plain, collection, at, largest(collection)), collection)
      for (const value of [1, 2].filter((one) => isValid(limit.schema, one))) {
        const query = pairWith(limit, value)
        const { length } = await page(plain, collection, at, query)
        plain.expect(length === value, `${query}: expected ${value} items, got ${length}`, listing)
        if (offset === undefined || all.length >= 100) continue
        const next = idsOf(await page(plain, collection, at, [...query, ...pairWith(offset, 1)]), collection)
        const expected = all.slice(1, 1 + value)
        plain.expect(`${next}` === `${expected}`, `${query} from 1: expected ${expected}, got ${next}`, listing)
      }
      if (totalName === undefined || list === undefined) return
      const { value } = await plain.send(list, { path: at, query: pairWith(limit, 1) }, success, listing)
      const total = Object(value)[totalName]
      plain.expect(total >= all.length, `${totalName}: expected ${all.length} or more, got ${total}`, listing)
    },
  },
  {
    name: 'filters of lists',
    fits: (collection) => filtersOf(collection).length > 0,
    async run(plain, collection) {
      const at = await plain.pathOf(collection.create)
      for (const parameter of filtersOf(collection)) {
        const { name, schema } = parameter
        const choices = Array.isArray(schema.keywords.enum) ? schema.keywords.enum : [true, false]
        const made: Item[] = []
        for (const value of choices) {
          const body = { ...plain.body(collection.create), [name]: value }
          made.push((await plain.create(collection, at, body)).item)
        }
        for (const value of choices) {
          const query = [...pairWith(parameter, value), ...largest(collection)]
          const items = await page(plain, collection, at, query)
          const other = items.find((one) => one[name] !== value)
          plain.expect(other === undefined, `${query}: got ${JSON.stringify(other)}`, 'filter_conformance')
          const isThere = items.length > 0 || !made.some((one) => one[name] === value)
          plain.expect(isThere, `${query}: expected an item with ${value}, got none`, 'filter_conformance')
        }
      }
    },
  },
  {
    name: 'sorted lists',
    fits: ({ list }) => list !== undefined && parameterNamed(list, sorts) !== undefined,
    async run(plain, collection) {
      const { list, create, itemProperties } = collection
      const sort = list && parameterNamed(list, sorts)
      const at = await plain.pathOf(create)
      for (let count = 0; count < 4; count++) await plain.create(collection, at)
      const choices = valueAt(sort?.schema.keywords, '/enum')
      for (const value of sort && Array.isArray(choices) ? choices.map(String) : []) {
        const name = value.replace(/^[-+]/, '')
        if (sort === undefined || !itemProperties.some((one) => one.name === name)) continue
        const query = [...pairWith(sort, value), ...largest(collection)]
        const values = (await page(plain, collection, at, query)).map((one) => one[name])
        const isOrdered = values.every(
          (one, index) => index === 0 || isInOrder(values[index - 1], one, value[0] === '-'),
        )
        plain.expect(isOrdered, `${query}: got ${JSON.stringify(values)}`, listing)
      }
    },
  },
]

/** Languages order other texts in their own ways. */
function isInOrder(one: unknown, other: unknown, isDescending: boolean): boolean {
  const isPlain = (value: unknown) => typeof value === 'number' || /^[a-z0-9 :.TZ-]*$/.test(String(value))
  if (one === undefined || other === undefined || !isPlain(one) || !isPlain(other)) return true
  const [first, second] = isDescending ? [other, one] : [one, other]
  return typeof first === 'number' && typeof second === 'number' ? first <= second : String(first) <= String(second)
}

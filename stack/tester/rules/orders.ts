// Rules about lists that are sorted, narrowed and searched.
import type { Caller } from '../caller.ts'
import { type Collection, getSorts, isOneValue, type ListParameter, type Property } from '../contract/collections.ts'
import { compareValues, ListModel, toQuery, ways } from '../list-model.ts'
import { isValid } from '../requests/values.ts'
import type { Rule } from './rule.ts'

const check = 'listing_conformance'

/** Two of each are equal, and a careless comparison takes some in another order. A long text makes a long position. */
const sharpTexts = ['Z', 'a', 'a', 'É', '\uffee', '🌵']
const sharpNumbers = [10, 9, 9, 2, 100, 1.5]

export const orderRules: Rule[] = [
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
      const [sort] = find(collection, 'sort')
      const queries = sort ? getSorts(sort).map((field) => ({ ...caller.own, [sort.parameter.name]: field })) : []
      for (const [index, chosen] of queries.entries()) {
        await caller.list({ limit: 4, chosen, way: ways[index % ways.length] ?? 'Link' })
      }
      if (!collection.delete) return
      session.sentence = 'Without it, the page is empty if the item with this id is gone.'
      const [chosen = {}] = queries
      const model = new ListModel(listParameters, chosen)
      const [, , stored] = [...caller.items.values()]
      if (stored === undefined) return
      await caller.remove(stored.id)
      await caller.list({ chosen: { ...chosen, ...model.toParameters(stored.item, 'afterValue') } })
      const page = await caller.page(toQuery(list, { ...chosen, ...model.toParameters(stored.item, 'after') }))
      session.expectEqual('items after a deleted one', page.items, [])
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
    fits: (collection) => getSearched(collection, 'tester-12345678').length > 0,
    async run({ caller, collection, session, unique }) {
      const [first, second] = getSearched(collection, unique)
      const [search] = find(collection, 'search')
      if (first === undefined || search === undefined) return
      const [sort] = find(collection, 'sort')
      const isByWord = sort?.parameter.schema.keywords.default === undefined
      const ids: string[] = []
      for (const [index, text] of getTexts(unique).entries()) {
        const isLast = index === getTexts(unique).length - 1
        const other = second && { [second.name]: isLast ? text : 'x' }
        const { id } = await caller.create({ ...caller.body(), [first.name]: other && isLast ? 'x' : text, ...other })
        ids.push(id)
      }
      for (const [text, expected] of getSearches(unique)) {
        const query = toQuery(collection.list, { limit: 100, [search.parameter.name]: text })
        const found = (await caller.page(query)).ids.filter((id) => ids.includes(id))
        const wanted = expected.map((index) => ids[index])
        // A default of the sort comes before the order of the words.
        const [actual, those] = isByWord ? [found, wanted] : [found.toSorted(), wanted.toSorted()]
        session.expectEqual(`items with ${text}`, actual, those)
      }
      const chosen = {
        [search.parameter.name]: unique.slice(-8),
        ...(sort && { [sort.parameter.name]: getSorts(sort)[0] }),
      }
      await caller.list({ limit: 3, chosen })
    },
  },
]

/** Each word has the hexadecimal digits of the rule, which no other item has. The last text can be in another field. */
function getTexts(unique: string): string[] {
  const own = unique.slice(-8)
  return [
    `${own}ferz ${own}férn`,
    `moss ${own}FERNS`,
    `tree-${own}fe\u0301r`,
    `x${own}fern`,
    `${own}\u{20bb7}a`,
    `${own}fern moss`,
  ]
}

/** Searches, and the indexes of the texts above in the order of the list. */
function getSearches(unique: string): [string, number[]][] {
  const own = unique.slice(-8)
  return [
    [`${own}fer`, [2, 0, 5, 1]],
    [`${own.toUpperCase()}FE\u0301RN`, [0, 5, 1]],
    [`${own}fern, mo`, [5, 1]],
    [`${own}\u{20bb7}`, [4]],
  ]
}

function find<By extends ListParameter['by']>({ listParameters }: Collection, ...wanted: By[]) {
  return listParameters.filter((one): one is Extract<ListParameter, { by: By }> => wanted.some((by) => by === one.by))
}

function getSets(collection: Collection) {
  return find(collection, 'filter').filter((one) => !isOneValue(one))
}

function getSearched(collection: Collection, unique: string): Property[] {
  const [search] = find(collection, 'search')
  const canHave = ({ name, schema }: Property) =>
    search?.fields.includes(name) && [...getTexts(unique), 'x'].every((text) => isValid(schema, text))
  return collection.properties.filter(canHave)
}

/** The same time with another offset, if the value is a time and the parameter takes it. */
function inOtherZone({ schema }: ListParameter['parameter'], value: unknown): unknown {
  const hour = 3_600_000
  const time = Date.parse(String(value))
  // A leap second, which a Date does not have, is valid in UTC only.
  if (schema.keywords.format !== 'date-time' || Number.isNaN(time)) return value
  const other = new Date(time + hour).toISOString().replace('Z', '+01:00')
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

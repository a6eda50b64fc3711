// The lists of a store over PostgreSQL. One statement reads a range of one index, and the head of the collection.
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import { getPageRange, getWordRange } from '../../../core/items/list-order.ts'
import type { FieldOrder, ListQuery, Place, WordOrder } from '../../../core/stores/item-store.ts'
import { filterExpression, filterJson, hashOf, isLong, orderExpression, quoted } from './indexes.ts'
import { getTable } from './search.ts'
import type { Statement } from './session.ts'
import { item, revisionOf, validHash } from './statements.ts'

const ofOwner = 'owner = $1 AND collection = $2'

type Add = (value: unknown) => string

/** @returns A statement for the revision, whether the parent exists, and of each item its id, text, word and validity. */
export function listStatement(
  collection: CollectionData,
  place: Pick<Place, 'owner' | 'collection' | 'parent'>,
  query: ListQuery,
  key?: string,
): Statement {
  const values: unknown[] = [place.owner, place.collection]
  const add: Add = (value) => `$${values.push(value)}`
  const { order } = query
  const isSearch = order !== undefined && 'prefix' in order
  const page = isSearch ? searchPage(collection, order, query, add) : getPage(collection, order, query, add)
  const { parent } = place
  const exists = parent ? `(SELECT true FROM item WHERE ${item(1, values.length + 1)})` : 'true'
  if (parent) values.push(parent.place.collection, parent.id)
  const text = `SELECT head.revision, head.exists, page.id, page.text, page.word,
                       page.valid_hash = ${validHash(add(key), 'page.text')}
                FROM (SELECT ${revisionOf} AS revision, ${exists} AS exists) AS head LEFT JOIN
                     (${page.text}) AS page ON head.exists`
  return { name: ['list', collection.path, ...page.name].join(' '), text, values }
}

function getPage(collection: CollectionData, order: FieldOrder | undefined, query: ListQuery, add: Add) {
  const names = collection.filters.filter((name) => name in query.filters)
  const filters = names.map((name) => getFilter(collection, name, JSON.stringify(query.filters[name]), add))
  const { range, by, name } = order
    ? getRange(collection, order, query, add)
    : { range: [`id > ${add(query.after ?? '')}`], by: 'id', name: [] }
  // Each index has the items of one path.
  const ofPath = names.length > 0 || order !== undefined ? [`path = ${quoted(collection.path)}`] : []
  const all = [ofOwner, ...ofPath, ...filters.map(({ text }) => text), ...range].join(' AND ')
  return {
    name: [...filters.flatMap(({ name }) => name), ...name],
    text: `SELECT id, text, NULL AS word, valid_hash FROM item WHERE ${all} ORDER BY ${by} LIMIT ${add(query.limit)}`,
  }
}

/** Two texts can have one hash, so the text of a hash is compared, too. */
function getFilter(collection: CollectionData, name: string, json: string, add: Add) {
  const indexed = filterExpression(collection, name)
  const value = add(json)
  if (!isLong(json)) return { name: [name], text: `${indexed} = ${value}` }
  const text = `${indexed} = (SELECT ${hashOf(`${value}::text`)}) AND ${filterJson(collection, name)} = ${value}`
  return { name: [name, '(hashed)'], text }
}

/** What the order and the position select, and how the items are sorted. */
function getRange(collection: CollectionData, order: FieldOrder, query: ListQuery, add: Add) {
  const { field } = order
  const { first, last, start } = getPageRange(order, query)
  const [later, notLater, direction] = order.descending ? ['<', '>=', 'DESC'] : ['>', '<=', 'ASC']
  const value = orderExpression(collection, field)
  const type = collection.orders[field]?.type === 'number' ? 'float8' : 'text'
  const begin = start
    ? `(${value}, id) ${later} (${add(start.value)}::${type}, ${add(start.id)})`
    : first === undefined
      ? `${value} IS NOT NULL`
      : `${value} ${later}= ${add(first)}::${type}`
  const end = last === undefined ? [] : [`${value} ${notLater} ${add(last)}::${type}`]
  const kinds = [start ? 'after' : first === undefined ? 'all' : 'from', ...(end.length > 0 ? ['to'] : [])]
  return {
    range: [begin, ...end],
    by: `${value} ${direction}, id ${direction}`,
    name: ['by', field, direction, ...kinds],
  }
}

function searchPage(collection: CollectionData, order: WordOrder, query: ListQuery, add: Add) {
  const { start, end } = getWordRange(order, query)
  const [word, id, last] = [start.value, start.id, end].map(add)
  // An item that is gone has an empty text: the words that are out of date count as items of the page.
  const text = `SELECT id, coalesce((SELECT text FROM item WHERE ${ofOwner} AND id = found.id), '{}') AS text, word,
                NULL::bigint AS valid_hash FROM ${getTable(collection)} AS found
                WHERE ${ofOwner} AND (word, id) > (${word}, ${id}) AND word < ${last}
                ORDER BY word, id LIMIT ${add(query.limit)}`
  return { name: ['search'], text }
}

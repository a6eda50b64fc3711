// PUT of an item (RFC 9110, 9.3.4): a built-in handler, because it reads before it writes.
import type { AnyHandler } from '../handlers/any-handlers.ts'
import { givenFields, type Item } from './item.ts'
import { notFound } from './item-problems.ts'
import type { MethodParts } from './standard-method.ts'

/** Fields that the body cannot have stay. @param canCreate Whether the contract has a 201, for a PUT of a new item. */
export function replaceHandler(
  { collection, parent }: Pick<MethodParts, 'collection' | 'parent'>,
  canCreate: boolean,
): AnyHandler {
  const { path, parameter = '', fields } = collection
  const keptFields = Object.keys(fields).filter((name) => !fields[name]?.replace)
  const getKept = (item: Item) =>
    Object.fromEntries(keptFields.flatMap((name) => (name in item ? [[name, item[name]]] : [])))

  return async ({ path: parameters, body }, { items }) => {
    const ownedItems = items(path, parameters)
    const { [parameter]: value } = parameters
    const id = typeof value === 'number' ? value : String(value)
    const input = givenFields(collection, 'replace', body)
    const replaced = await ownedItems.update(id, (item) => ({ ...getKept(item), ...input }))
    if (replaced !== undefined) return { status: 200, body: replaced }
    if (!canCreate) throw notFound(collection)
    const created = await ownedItems.create(input, id)
    if (created === undefined) throw notFound(parent)
    // Relative to the URL of the request.
    return { status: 201, body: created, headers: { Location: encodeURIComponent(String(id)) } }
  }
}

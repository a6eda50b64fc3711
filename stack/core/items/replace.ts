// PUT of an item (RFC 9110, 9.3.4): a built-in handler, because it reads before it writes.
import type { AnyHandler } from '../handlers/any-handlers.ts'
import { type Item, selectInputFields } from './item.ts'
import { notFound } from './item-problems.ts'
import type { MethodParts } from './standard-method.ts'

/** Keeps the fields that the body cannot have. @param canCreate Whether the operation documents a 201. */
export function replaceHandler(
  { collection, parent }: Pick<MethodParts, 'collection' | 'parent'>,
  canCreate: boolean,
): AnyHandler {
  const { path, parameter = '', fields } = collection
  const keptFields = Object.keys(fields).filter((name) => !fields[name]?.replace)
  const pickKept = (item: Item) =>
    Object.fromEntries(keptFields.flatMap((name) => (name in item ? [[name, item[name]]] : [])))

  return async ({ path: parameters, body }, { items }) => {
    const ownedItems = items(path, parameters)
    const { [parameter]: value } = parameters
    const id = typeof value === 'number' ? value : String(value)
    const input = selectInputFields(collection, 'replace', body)
    const replaced = await ownedItems.update(id, (item) => ({ ...pickKept(item), ...input }))
    if (replaced !== undefined) return { status: 200, body: replaced }
    if (!canCreate) throw notFound(collection)
    const created = await ownedItems.create(input, id)
    if (created === undefined) throw notFound(parent)
    // Relative to the URL of the request.
    return { status: 201, body: created, headers: { Location: encodeURIComponent(String(id)) } }
  }
}

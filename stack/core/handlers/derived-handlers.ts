// Standard methods that read before they write. They are handlers that nobody has to write.
import type { Collection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import { givenFields, type Item } from '../items/item.ts'
import { notFound } from '../items/item-problems.ts'
import { getLocation } from '../items/link-headers.ts'
import { type AnyHandler, type AnyHandlers, isStandard } from './any-handlers.ts'

export function derivedHandlers(contract: Contract, handlers: AnyHandlers): Map<string, AnyHandler> {
  const all = contract.collections.flatMap((collection) => {
    const { create, replace } = collection.methods
    const above = collection.parent === undefined ? collection : contract.collectionAt(collection.parent)
    const put = contract.operations.find(({ id }) => id === replace)
    const canCreate = put?.responses.all.some(({ status }) => status === 201)
    const derived = [
      [replace, replacement(collection, above, canCreate)] as const,
      // Two instances can make the same integer.
      [collection.integerIds ? create : undefined, creation(collection, above)] as const,
    ]
    return derived.flatMap(([id, handler]) =>
      id !== undefined && isStandard(contract, handlers, id) ? [[id, handler] as const] : [],
    )
  })
  return new Map(all)
}

/** @param above What is missing if the collection does not exist. */
function creation(collection: Collection, above: Collection): AnyHandler {
  const { path } = collection
  return async ({ path: parameters, body }, { items }) => {
    const created = await items(path, parameters).create(givenFields(collection, 'create', body))
    if (created === undefined) throw notFound(above)
    return { status: 201, body: created, headers: getLocation(collection, created) }
  }
}

/** PUT (RFC 9110, 9.3.4). Fields that its body cannot have stay. With 201 in the contract, it can create an item. */
function replacement(collection: Collection, above: Collection, canCreate = false): AnyHandler {
  const { path, parameter = '', fieldsInOrder } = collection
  const kept = fieldsInOrder.filter(([, { replace }]) => !replace).map(([name]) => name)
  const getKept = (item: Item) => Object.fromEntries(kept.flatMap((name) => (name in item ? [[name, item[name]]] : [])))

  return async ({ path: parameters, body }, { items }) => {
    const own = items(path, parameters)
    const { [parameter]: value } = parameters
    const id = typeof value === 'number' ? value : String(value)
    const given = givenFields(collection, 'replace', body)
    const replaced = await own.update(id, (item) => ({ ...getKept(item), ...given }))
    if (replaced !== undefined) return { status: 200, body: replaced }
    if (!canCreate) throw notFound(collection)
    const created = await own.create(given, id)
    if (created === undefined) throw notFound(above)
    // Relative to the URL of the request.
    return { status: 201, body: created, headers: { Location: encodeURIComponent(String(id)) } }
  }
}

// Standard methods that read before they write. They are handlers that nobody has to write.
import type { Collection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Call } from '../pipeline/pipeline.ts'
import { type AnyHandlers, isStandard } from './any-handlers.ts'
import type { AnyItems } from './handler-items.ts'
import { givenFields, type Item } from './item.ts'
import { notFound } from './not-found.ts'

/** A handler after its types are checked: its input is part of a call. */
export type AnyHandler = (
  call: Call,
  parts: { items: AnyItems; now: () => Date; newId: () => string },
) => Promise<DraftResponse>

/** By the operationId. */
export function derivedHandlers(contract: Contract, handlers: AnyHandlers): Map<string, AnyHandler> {
  const all = contract.collections.flatMap((collection) => {
    const { replace } = collection.methods
    return replace !== undefined && isStandard(contract, handlers, replace)
      ? [[replace, replacement(contract, collection)] as const]
      : []
  })
  return new Map(all)
}

/** PUT (RFC 9110, 9.3.4). Fields that its body cannot have stay as they are. With 201 in the contract, it creates a missing item. */
function replacement({ collectionAt }: Contract, collection: Collection): AnyHandler {
  const { path, parent, parameter = '', fieldsInOrder } = collection
  const kept = fieldsInOrder.filter(([, { replace }]) => !replace).map(([name]) => name)
  const keptOf = (item: Item) => Object.fromEntries(kept.flatMap((name) => (name in item ? [[name, item[name]]] : [])))

  return async ({ path: parameters, body, operation }, { items }) => {
    const own = items(path, parameters)
    const id = String(parameters[parameter])
    const given = givenFields(collection, body)
    const replaced = await own.update(id, (item) => ({ ...keptOf(item), ...given }))
    if (replaced !== undefined) return { status: 200, body: replaced }
    if (!operation.responses.all.some(({ status }) => status === 201)) throw notFound(collection)
    const created = await own.create(given, id)
    if (created === undefined) throw notFound(parent === undefined ? collection : collectionAt(parent))
    // Relative to the URL of the request.
    return { status: 201, body: created, headers: { Location: encodeURIComponent(id) } }
  }
}

// Nothing invalid is stored: the service, the mock and the handlers write through one wrapper, which validates an item before
// its write. So a 500 because of an invalid item means that nothing has changed.
import { type Collection, lookUpByPath } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import type { BodyPlan } from '../contract/plan.ts'
import type { Validator } from '../contract/validator.ts'
import { getBody } from '../pipeline/response.ts'
import { type AnyHandlers, findReader } from './any-handlers.ts'
import { currentItem } from './item.ts'
import type { Change, ItemStore } from './item-store.ts'

type Write = 'create' | 'update'

/** More than the writes that are under way at a time. */
const maxValidated = 500

/** The response that shows an item of the collection, and its value for an item. `undefined` if no response does. */
export function itemResponse({ successes: { get, create, list } }: Collection) {
  // All methods have the same schema of an item.
  const body = get ?? create ?? list
  const isList = body !== undefined && body === list
  return body && { body, isList, valueOf: (item: unknown) => (isList ? [item] : item) }
}

/** @returns What is wrong with a stored item; `undefined` for a valid one. What the contract does not declare is not sent. */
export function itemError(validator: Validator, collection: Collection, stored: unknown): string | undefined {
  const response = itemResponse(collection)
  return response && validator.validateResponse(response.body, response.valueOf(collection.declared(stored)))
}

/** A validator that keeps in mind which items were validated before their write. */
export interface ItemValidator extends Validator {
  /** @param text The item as JSON. @returns What is wrong with it; `undefined` for a valid item. */
  validateItem: (collection: Collection, write: Write, text: string) => string | undefined
}

/** The response to a write has the item that was stored: the same JSON is not validated again. */
export function itemValidator(validator: Validator): ItemValidator {
  const validated = new Map<string, BodyPlan>()
  const responses = new Set<BodyPlan>()

  function remember(text: string, response: BodyPlan): void {
    responses.add(response)
    validated.set(text, response)
    const [oldest] = validated.keys()
    if (validated.size > maxValidated && oldest !== undefined) validated.delete(oldest)
  }

  return {
    ...validator,
    validateItem(collection, write, text) {
      const error = itemError(validator, collection, JSON.parse(text))
      const response = collection.successes[write]
      if (error === undefined && response !== undefined) remember(text, response)
      return error
    },
    validateResponse(response, body, text) {
      if (text !== undefined && responses.has(response) && validated.get(text) === response) {
        validated.delete(text)
        return undefined
      }
      if (body !== undefined || text === undefined) return validator.validateResponse(response, body, text)
      // A list has the JSON of its items as it is stored.
      const list: unknown = JSON.parse(text)
      const isDeclared = response.declared(list) === list
      return validator.validateResponse(response, list) ?? (isDeclared ? undefined : 'a property is not declared')
    },
  }
}

/** @returns What is wrong with the response of a reader to an item; `undefined` for a valid one. */
function readerValidator(
  { conditionSubjects, lookUpOperation }: Contract,
  collection: Collection,
  validator: Validator,
  handlers: AnyHandlers,
) {
  const readers = Object.values(conditionSubjects).flatMap(({ collection: path, parameter, read: id }) => {
    const read = path === collection.path ? findReader(handlers, parameter && id) : undefined
    return read && id ? [{ id, read }] : []
  })

  return (text: string): string | undefined => {
    for (const { id, read } of readers) {
      const draft = read(currentItem(collection, JSON.parse(text)))
      const response = lookUpOperation(id).responses.get(draft.status)
      const body = response && getBody(response, draft)
      const error = body && validator.validateResponse(body, body.declared(draft.body))
      if (error) return `${id} cannot show it: ${error}`
    }
    return undefined
  }
}

/**
 * Returns a function that says why an item may not be stored; `undefined` for a valid one.
 * @param handlers What their readers return for the item must be valid, too.
 */
export function writeErrors(
  contract: Contract,
  validator: Validator & Partial<ItemValidator>,
  handlers: AnyHandlers = {},
) {
  const validatorAt = lookUpByPath(
    contract.collections.map((collection) => {
      const shownError = readerValidator(contract, collection, validator, handlers)
      return { path: collection.path, collection, shownError }
    }),
  )
  const validateItem: ItemValidator['validateItem'] =
    validator.validateItem ?? ((collection, _write, text) => itemError(validator, collection, JSON.parse(text)))
  return (path: string, write: Write, text: string): string | undefined => {
    const { collection, shownError } = validatorAt(path)
    return validateItem(collection, write, text) ?? shownError(text)
  }
}

/** @returns A store that rejects the write of an invalid item, and then has changed nothing. */
export function withValidWrites<Store extends ItemStore>(
  contract: Contract,
  store: Store,
  validator: ItemValidator,
  handlers: AnyHandlers = {},
): Store {
  const toError = writeErrors(contract, validator, handlers)

  function requireValid(path: string, id: string, write: Write, text: string): void {
    const error = toError(path, write, text)
    if (error !== undefined) throw new Error(`The item "${id}" was not stored because it breaks the contract: ${error}`)
  }

  return {
    ...store,
    async create(place, creation, options) {
      requireValid(place.path, creation.id, 'create', creation.text)
      return store.create(place, creation, options)
    },
    update(place, id, change, options) {
      const validChange: Change = (text, creator) => {
        const changed = change(text, creator)
        if (changed !== text) requireValid(place.path, id, 'update', changed)
        return changed
      }
      return store.update(place, id, validChange, options)
    },
    async commit(reads, writes, options) {
      for (const write of writes) {
        if (write.kind !== 'delete') requireValid(write.place.path, write.id, write.kind, write.text)
      }
      return store.commit(reads, writes, options)
    },
  }
}

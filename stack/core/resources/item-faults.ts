// The places at which a stored item breaks the contract.
import type { Collection } from '../contract/collections.ts'
import { existing, findErrors } from '../contract/compiled-validator.ts'
import type { CompiledValidators } from '../contract/contract-data.ts'
import { unescapeToken } from '../contract/json-pointer.ts'
import { bodyViolation } from '../contract/validator.ts'
import { currentItem, type Item } from './item.ts'
import { itemResponse } from './valid-writes.ts'

export interface Fault {
  place: string[]
  keyword: string | undefined
  /** Of the keyword, as Ajv reports them. */
  params: Record<string, unknown>
  message: string
}

/**
 * Returns why an item is not valid, as far as the first fault: several for one value that fits none of its schemas.
 * None for a valid item.
 */
export type FindFaults = (collection: Collection, item: Item) => Fault[]

export function faultFinder({ responseValidators }: CompiledValidators): FindFaults {
  return (collection, item) => {
    const response = itemResponse(collection)
    if (response?.body.validator === undefined) return []
    const validate = existing(responseValidators, response.body.validator)
    const value = response.valueOf(currentItem(collection, item))
    const depth = response.isList ? 3 : 2
    return findErrors(validate, { response: value }).map((error) => {
      const { name, keyword, message } = bodyViolation(error)
      return { place: name.split('/').slice(depth).map(unescapeToken), keyword, params: error.params, message }
    })
  }
}

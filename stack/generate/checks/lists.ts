// What lists choose by fields that no index can hold, or that no parameter of a list names.

import type { Contract } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { escapeKey } from '../json-pointer.ts'
import { countIndexes, indexedFields, limits, listFields, readListParameter } from '../list-parameters.ts'
import type { Checks } from './check.ts'
import { parameterPointer } from './standard.ts'

export const listChecks: Checks<Contract> = {
  *'a parameter of a list that fits no field'(contract) {
    for (const { methods, item } of findCollections(contract)) {
      for (const [index, parameter] of methods.list?.parameters.entries() ?? []) {
        const refusal = readListParameter(contract, parameter, item)
        if (typeof refusal === 'string' && methods.list !== undefined)
          yield [parameterPointer(contract, methods.list, index), `The parameter ${parameter.name} ${refusal}.`]
      }
    }
  },

  *'a parameter of another operation than a list with x-paging'(contract) {
    const lists = findCollections(contract).map(({ methods }) => methods.list?.pointer)
    for (const operation of contract.operations) {
      const isList = lists.includes(operation.pointer) && operation.parameters.some(({ name }) => name === 'after')
      for (const [index, parameter] of operation.parameters.entries()) {
        const field = listFields.find((one) => one in parameter)
        if (field !== undefined && !(isList && parameter.in === 'query'))
          yield [
            parameterPointer(contract, operation, index),
            `${field} belongs to a query parameter of the list of a collection, with x-paging: true.`,
          ]
      }
    }
  },

  *'two parameters with one meaning'(contract) {
    for (const { methods, item } of findCollections(contract)) {
      const seen = new Map<string, string>()
      for (const [index, parameter] of methods.list?.parameters.entries() ?? []) {
        const meaning = JSON.stringify(readListParameter(contract, parameter, item))
        const first = seen.get(meaning)
        if (methods.list === undefined || !meaning?.startsWith('{')) continue
        if (first !== undefined)
          yield [
            parameterPointer(contract, methods.list, index),
            `${parameter.name} and ${first} choose the same: a list has one search, one order, and one filter or range of each field.`,
          ]
        seen.set(meaning, first ?? parameter.name)
      }
    }
  },

  *'more than 100 sets of values'(contract) {
    for (const { methods, item } of findCollections(contract)) {
      const arrays = (methods.list?.parameters ?? []).filter((one) => {
        const read = readListParameter(contract, one, item)
        return typeof read === 'object' && 'filter' in read
      })
      const count = arrays.reduce((sum, { schema }) => sum * (contract.wholeSchema(schema).maxItems ?? 1), 1)
      if (methods.list && count > limits.sets)
        yield [
          methods.list.pointer,
          `A request for this list could have ${count} sets of values, and ${limits.sets} are allowed: lower maxItems.`,
        ]
    }
  },

  *'more than 16 indexes'(contract) {
    for (const { path, methods, item } of findCollections(contract)) {
      const count = countIndexes(indexedFields(contract, methods.list, item))
      if (count > limits.indexes)
        yield [
          `/paths/${escapeKey(path)}/get`,
          `The filters, ranges and orders of this list need ${count} indexes, and ${limits.indexes} are allowed: remove some.`,
        ]
    }
  },
}

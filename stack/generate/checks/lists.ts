// What lists choose by fields that no index can hold, or that no parameter of a list names.

import type { Contract } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { countIndexes, limits, listFields, readList, readListParameter } from '../list-parameters.ts'
import { type Checks, each } from './check.ts'

export const listChecks: Checks<Contract> = {
  'a parameter of a list that fits no field': each(
    listParametersIn,
    ({ name, meaning }) => typeof meaning === 'string' && `The parameter ${name} ${meaning}.`,
  ),

  *'a parameter of another operation than a list with x-paging'(contract) {
    const lists = listsIn(contract).map(({ list }) => list)
    for (const operation of contract.operations) {
      const isPage = lists.includes(operation) && operation.parameters.some(({ name }) => name === 'after')
      for (const parameter of operation.parameters) {
        const field = listFields.find((one) => one in parameter)
        const text = 'belongs to a query parameter of the list of a collection, with x-paging: true.'
        if (field && !(isPage && parameter.in === 'query')) yield [parameter.pointer, `${field} ${text}`]
      }
    }
  },

  'two parameters with one meaning': each(listParametersIn, ({ name, meaning, pointer, parameters }) => {
    const first = parameters.find((one) => JSON.stringify(one.meaning) === JSON.stringify(meaning))
    return (
      typeof meaning === 'object' &&
      first?.pointer !== pointer &&
      `${name} and ${first?.name} choose the same: a list has one search, one order, and one filter or range of each field.`
    )
  }),

  'more than 100 sets of values': each(listsIn, ({ parameters }, contract) => {
    const filters = parameters.filter(({ meaning }) => typeof meaning === 'object' && 'filter' in meaning)
    const count = filters.reduce((sum, { schema }) => sum * (contract.wholeSchema(schema).maxItems ?? 1), 1)
    return (
      count > limits.sets &&
      `A request for this list could have ${count} sets of values, and ${limits.sets} are allowed: lower maxItems.`
    )
  }),

  'more than 16 indexes': each(listsIn, ({ list, item }, contract) => {
    const count = countIndexes(readList(contract, list, item))
    return (
      count > limits.indexes &&
      `The filters, ranges and orders of this list need ${count} indexes, and ${limits.indexes} are allowed: remove some.`
    )
  }),
}

function listsIn(contract: Contract) {
  return findCollections(contract).flatMap(({ methods: { list }, item }) => {
    if (list === undefined) return []
    const parameters = list.parameters.map((one) => ({ ...one, meaning: readListParameter(contract, one, item) }))
    return [{ list, item, parameters, pointer: list.pointer }]
  })
}

/** The parameters of lists, with what each chooses. */
export function listParametersIn(contract: Contract) {
  return listsIn(contract).flatMap((list) => list.parameters.map((one) => ({ ...list, ...one })))
}

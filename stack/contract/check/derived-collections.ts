// Fields, schemas and parameters of lists that do not fit the collections of this contract.

import { type Checks, each, operationsIn } from '../finding.ts'
import { accessAt, isShared } from '../model/access.ts'
import { findError } from '../model/ajv.ts'
import { sampleIds } from '../model/collection-rules.ts'
import { conditionSubjects } from '../model/condition-subjects.ts'
import { type ContractModel, getRole } from '../model/contract.ts'
import { listFields, readListParameter } from '../model/list-parameters.ts'
import { escapeKey, nodesIn } from '../model/node.ts'
import type { MaybeReference, Schema } from '../model/openapi.ts'
import { collectionPathOf } from '../model/paths.ts'
import { deriveResources } from '../model/resources.ts'

/** Checks of the resolved spec: the cursor can be a parameter of the base spec. */
export const cursorChecks: Checks<ContractModel> = {
  *'a cursor that refuses the id of an item'(contract) {
    const { standard, adapted, candidates } = deriveResources(contract)
    for (const { id, parameters } of contract.operations.filter(
      (operation) => standard.has(operation.id) || operation.id in adapted,
    )) {
      const { item = {} } = candidates.find(({ methods }) => methods.list?.id === id) ?? {}
      for (const { name, schema, pointer } of parameters) {
        const invalidId = sampleIds(contract, item).find((value) => findError(contract, schema, value) !== undefined)
        const advice = 'give it the schema of the id'
        if (name === 'after' && invalidId !== undefined)
          yield [pointer, `The service makes ids like ${invalidId}, and "after" refuses them: ${advice}.`]
      }
    }
  },
}

export const derivedChecks: Checks<ContractModel> = {
  *'Last-Modified without a time'(contract) {
    const { collections } = deriveResources(contract)
    for (const { path, methods, fields } of collections) {
      const hasTime = Object.values(fields).some(({ role }) => role === 'updated')
      for (const operation of contract.operations) {
        const { id, pointer } = operation
        const isOfList = id === methods.list || id === methods.create
        const isOfItem = Object.values(methods).includes(id) && !isOfList
        if (!operation['x-conditions']?.includes('Last-Modified')) continue
        const advice = 'has no Last-Modified: write x-conditions: [ETag]'
        if (isOfList) yield [pointer, `The conditions of ${id} are those of the list, which ${advice}.`]
        if (isOfItem && !hasTime)
          yield [pointer, `An item of ${path} without a field with x-role: updated ${advice}, or add such a field.`]
      }
    }
  },

  'a precondition date with a limit': each(conditionDatesIn, ({ name, schema }, contract) => {
    const isLimited = ['', 'é'.repeat(5_000)].some((value) => findError(contract, schema, value) !== undefined)
    return isLimited && `The service ignores each ${name} that is not a date: remove the limits of its schema.`
  }),

  *'x-conditions that nothing can evaluate'(contract) {
    for (const { operation, subject } of conditionSubjects(contract))
      if (typeof subject === 'string') yield [operation.pointer, subject]
  },

  *'x-children without children'(contract) {
    const parents = deriveResources(contract).collections.filter(({ children }) => children)
    for (const { method, path, pointer } of contract.operations.filter((operation) => 'x-children' in operation)) {
      const hasChildren = method === 'delete' && parents.some((parent) => parent.path === collectionPathOf(path))
      const sentence = 'Only the DELETE of an item with a collection below it has children: remove x-children.'
      if (!hasChildren) yield [`${pointer}/x-children`, sentence]
    }
  },

  *'one x-role of two properties'(contract) {
    for (const { path, item } of deriveResources(contract).candidates) {
      const pointer = '$ref' in item ? item.$ref.slice(1) : `/paths/${escapeKey(path)}`
      const fields = Object.entries(contract.getProperties(item))
      const fieldsByRole = Map.groupBy(fields, ([name, schema]) => getRole(name, schema))
      fieldsByRole.delete(undefined)
      for (const [role, [first, ...others]] of fieldsByRole)
        for (const [name] of others)
          yield [
            `${pointer}/properties/${escapeKey(name)}`,
            `The service sets only one property with x-role: ${role}, and ${first?.[0]} is one already: remove this x-role.`,
          ]
    }
  },

  *'x-role outside of an item'(contract) {
    const toJson = (schema: unknown) => JSON.stringify(contract.dereference(schema))
    const items = new Set(deriveResources(contract).candidates.map(({ item }) => toJson(item)))
    const nodes = nodesIn(contract.document)
    // A contract can write the schema of an item several times.
    const itemSchemas = nodes.filter(({ node }) => ('properties' in node || 'allOf' in node) && items.has(toJson(node)))
    const itemProperties = new Set(itemSchemas.flatMap(({ node }) => ownedProperties(contract, node)))
    for (const { node, pointer } of nodes) {
      if ('x-role' in node && !itemProperties.has(node))
        yield [`${pointer}/x-role`, 'The service sets only properties of the items of a collection: remove x-role.']
    }
  },
}

function conditionDatesIn({ operations }: ContractModel) {
  const evaluating = operations.filter(({ evaluatesConditions }) => evaluatesConditions)
  return evaluating.flatMap(({ parameters }) =>
    parameters.filter(({ name }) => /^If-(?:Un)?[Mm]odified-Since$/.test(name)),
  )
}

/** Returns the properties of a schema, and of the parts of its `allOf`. */
function ownedProperties(contract: ContractModel, schema: MaybeReference<Schema>): unknown[] {
  const { properties = {}, allOf = [] } = contract.resolve(schema)
  return [...Object.values(properties), ...allOf.flatMap((part) => ownedProperties(contract, part))]
}

/** Warnings about constructs that are supported as written, although a client may expect more. */
export const derivedWarnings: Checks<ContractModel> = {
  'a write that ignores the ETag of its GET': each(
    operationsIn,
    ({ id, method, path, parameters, evaluatesConditions }, { operations }) => {
      const get = operations.find((operation) => operation.method === 'get' && operation.path === path)
      const hasETag =
        get && (get['x-conditions'] || get.responses.some(({ headers }) => headers.some(({ name }) => name === 'ETag')))
      const isChecked = evaluatesConditions || parameters.some(({ name }) => name === 'If-Match')
      if (method === 'get' || !hasETag || isChecked) return
      return `${id} ignores If-Match, and ${get?.id} returns an ETag: write x-conditions: [ETag].`
    },
  ),

  *'a collection with and without a token'(contract) {
    for (const { path, methods } of deriveResources(contract).candidates) {
      // All callers see the same items.
      if (isShared(accessAt(contract.document.paths, path))) continue
      const [first, ...others] = Object.values(methods)
      const different = others.find(({ needsToken }) => needsToken !== first?.needsToken)
      if (different !== undefined && first !== undefined)
        yield [
          different.pointer,
          `${different.id} and ${first.id} see different items of ${path}: only one of them needs a token.`,
        ]
    }
  },
}

/** Checks of the query parameters with which a list filters, sorts or searches. */
export const listChecks: Checks<ContractModel> = {
  'a parameter of a list that fits no field': each(
    listParametersIn,
    ({ name, meaning }) => typeof meaning === 'string' && `The parameter ${name} ${meaning}.`,
  ),

  *'a list parameter outside of a list with x-paging'(contract) {
    const lists = listsIn(contract).map(({ list }) => list)
    for (const operation of contract.operations) {
      const isPage = lists.includes(operation) && operation['x-paging']
      for (const parameter of operation.parameters) {
        const field = listFields.find((listField) => listField in parameter)
        const clause = 'belongs to a query parameter of the list of a collection, with x-paging: true.'
        if (field && !(isPage && parameter.in === 'query')) yield [parameter.pointer, `${field} ${clause}`]
      }
    }
  },

  'two parameters with one meaning': each(listParametersIn, ({ name, meaning, pointer, parameters }) => {
    const first = parameters.find((parameter) => JSON.stringify(parameter.meaning) === JSON.stringify(meaning))
    const isSecond = typeof meaning === 'object' && first?.pointer !== pointer
    const advice = 'a list has one search, one order, and one filter or range of each field'
    return isSecond && `${name} and ${first?.name} have the same meaning: ${advice}.`
  }),
}

function listsIn(contract: ContractModel) {
  return deriveResources(contract).candidates.flatMap(({ methods: { list }, item }) => {
    if (list === undefined) return []
    const parameters = list.parameters.map((parameter) => ({
      ...parameter,
      meaning: readListParameter(contract, parameter, item),
    }))
    return [{ list, item, parameters }]
  })
}

function listParametersIn(contract: ContractModel) {
  return listsIn(contract).flatMap((list) => list.parameters.map((parameter) => ({ ...list, ...parameter })))
}

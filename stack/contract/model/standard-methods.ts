// Why an operation of a collection is not a standard method, and needs a handler.

import { type Checks, each } from '../finding.ts'
import { toError } from './ajv.ts'
import { requestSchema } from './bodies.ts'
import { compositionKeywords, type StandardMethod } from './collections.ts'
import type { ContractModel, OperationModel } from './contract.ts'
import { isUnknownParameter } from './list-parameters.ts'
import type { MaybeReference, Parameter, Schema } from './openapi.ts'
import { toSample } from './sample.ts'

interface MethodCandidate {
  contract: ContractModel
  kind: StandardMethod
  operation: OperationModel
  item: MaybeReference<Schema>
}

/** The only check that an adapter resolves. */
export const queryCheck = 'a query parameter that a standard list does not know'

/** 201 of a replacement: a missing item is created. */
const successes = {
  list: ['200'],
  create: ['201'],
  get: ['200'],
  update: ['200'],
  replace: ['200', '200,201'],
  delete: ['204'],
}

/** Keywords with which an array says nothing more about its items. */
const pageKeywords = [
  ...['type', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['title', 'description', 'example', 'examples', 'deprecated', 'externalDocs', '$comment'],
]

const mergePatches = ['application/merge-patch+json', 'application/json']

const idempotencyKey = 'Idempotency-Key'
/** Request headers of RFC 9110, 13.1. */
const conditions = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since']

/** A finding is the end of a sentence: the operation needs a handler, because … */
export const standardChecks: Checks<MethodCandidate> = {
  [queryCheck]: each(getParameters('query'), (parameter, { contract, kind, item }) => {
    if (kind !== 'list') return `its query parameter ${parameter.name} is unknown to it`
    const reason = 'has neither the name and type of a field, nor x-filter, x-min, x-max, x-sort or x-search'
    return isUnknownParameter(contract, parameter, item) && `its query parameter ${parameter.name} ${reason}`
  }),

  'a header parameter of its own': each(getHeaders, ({ name }, { kind, operation }) => {
    const { takesIdempotencyKey, evaluatesConditions } = operation
    const isKnown =
      name === idempotencyKey
        ? takesIdempotencyKey && kind === 'create'
        : evaluatesConditions && conditions.includes(name)
    return !isKnown && `no standard ${kind} reads the header ${name}`
  }),

  'a cookie': each(getParameters('cookie'), ({ name }, { kind }) => `no standard ${kind} reads the cookie ${name}`),

  *'a list without x-paging'({ kind, operation }) {
    if (kind !== 'list' || operation['x-paging']) return
    yield [operation.pointer, 'it has no x-paging: true, and a standard list has pages']
  },

  *'an array with other keywords'({ contract, kind, operation }) {
    if (kind !== 'list') return
    const [success] = getSuccesses({ operation })
    const page = contract.dereference(success?.response.content?.['application/json']?.schema)
    const unsupported = Object.keys(page).find((name) => !pageKeywords.includes(name) && !name.startsWith('x-'))
    if (unsupported) yield [operation.pointer, `no page is checked for ${unsupported} before the items are chosen`]
    const limit = operation.parameters.find(({ name }) => name === 'limit')
    const { maximum = contract.stackDefaults?.maxLimit } = contract.dereference(limit?.schema)
    if (Number(page.maxItems) < Number(maximum))
      yield [operation.pointer, `limit allows ${maximum} items, and its array has maxItems: ${page.maxItems}`]
    if (Number(page.minItems) > 0) yield [operation.pointer, 'a standard list can be empty, and its array has minItems']
  },

  *'another success than that of the method'({ kind, operation }) {
    const expected = successes[kind]
    const statuses = getSuccesses({ operation }).map(({ code }) => code)
    if (!expected.includes(statuses.sort().join()))
      yield [operation.pointer, `the only success of a standard ${kind} is ${expected.join(', or ')}`]
  },

  *'a body of a response that is not an item, or a list of items'({ contract, kind, operation, item }) {
    for (const { response } of getSuccesses({ operation })) {
      const { 'application/json': json, ...others } = response.content ?? {}
      const { schema } = json ?? {}
      const [extraMediaType] = Object.keys(others)
      if (extraMediaType)
        yield [operation.pointer, `it also returns ${extraMediaType}, which a standard ${kind} does not write`]
      const { type, items } = contract.dereference(schema)
      const bodySchema = kind === 'list' ? items : contract.dereference(schema)
      const isSame = JSON.stringify(bodySchema) === JSON.stringify(contract.dereference(item))
      const expected = kind === 'list' ? 'an array' : 'the schema of the items in the list'
      if (kind === 'list' ? type !== 'array' : kind !== 'delete' && !isSame)
        yield [operation.pointer, `it does not return ${expected}`]
    }
  },

  *'a header of a response of its own'({ contract, kind, operation }) {
    for (const entry of operation.responses) {
      const { code, headers } = entry
      const sentNames = contract.stackDefaults?.sentHeaders(operation, entry)
      const unsent = headers.find(({ name }) => !sentNames?.has(name))
      if (unsent)
        yield [`${operation.pointer}/responses/${code}`, `no standard ${kind} sends the header ${unsent.name}`]
    }
  },

  *'a missing response of the method'({ kind, operation }) {
    const { takesIdempotencyKey, evaluatesConditions, responses } = operation
    const requirements = [
      operation.path.includes('{') && 404,
      evaluatesConditions && 412,
      evaluatesConditions && operation.method === 'get' && 304,
      takesIdempotencyKey && 422,
    ]
    const omitted = operation['x-without-responses'] ?? []
    const isMissing = (status: number | false) =>
      omitted.includes(String(status)) && responses.every(({ code }) => code !== String(status))
    for (const status of requirements.filter(isMissing))
      yield [operation.pointer, `a standard ${kind} returns ${status} too: see x-without-responses`]
  },

  *'an unexpected request body'({ contract, kind, operation }) {
    const bodies = Object.entries(operation.requestBody?.content ?? {})
    const pointer = `${operation.pointer}/requestBody`
    const takesBody = ['create', 'update', 'replace'].includes(kind)
    if (takesBody !== bodies.length > 0) yield [pointer, `a standard ${kind} takes ${takesBody ? 'a' : 'no'} body`]
    if (new Set(bodies.map(([, { schema }]) => JSON.stringify(contract.dereference(schema)))).size > 1)
      yield [pointer, 'its media types have different schemas']
    const allowed = kind === 'update' ? mergePatches : ['application/json']
    if (bodies.some(([mediaType]) => !allowed.includes(mediaType)))
      yield [pointer, `a standard ${kind} takes only ${allowed.join(' or ')}`]
  },

  *'a body with other properties than fields of the item'({ contract, operation, item }) {
    const schema = requestSchema(operation)
    if (schema === undefined) return
    const pointer = `${operation.pointer}/requestBody`
    const whole = contract.objectSchema(schema)
    const fields = contract.getProperties(item)
    for (const [name, property] of Object.entries(contract.getProperties(schema))) {
      const value = toSample(contract, property)
      if (!(name in fields)) yield [pointer, `its body has ${name}, which is not a property of the item`]
      else if (value !== undefined && toError(contract, fields[name], value) !== undefined)
        yield [pointer, `its body has other values of ${name} than the item`]
    }
    const keyword = compositionKeywords.find((keywordName) => keywordName in whole)
    if (keyword) yield [pointer, `its body has ${keyword}: only properties of one schema are stored`]
    else if (whole.type !== 'object') yield [pointer, 'its body must have type: object']
  },
}

function getParameters(group: Parameter['in']) {
  return ({ operation }: MethodCandidate) => operation.parameters.filter((parameter) => parameter.in === group)
}

/** Returns the headers of the contract, and the one of x-idempotency-key. */
function getHeaders(method: MethodCandidate) {
  const { takesIdempotencyKey, pointer } = method.operation
  return [...getParameters('header')(method), ...(takesIdempotencyKey ? [{ name: idempotencyKey, pointer }] : [])]
}

function getSuccesses({ operation }: Pick<MethodCandidate, 'operation'>) {
  return operation.responses.filter(({ status }) => status < 300)
}

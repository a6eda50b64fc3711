// Checks that an operation of a collection is a standard method. Otherwise, it needs a handler.

import { type Checks, each } from '../finding.ts'
import { findError } from './ajv.ts'
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

/** The only check whose findings do not need a handler: an adapter is enough. */
export const queryCheck = 'a query parameter that a standard list does not know'

/** Statuses of the successful responses. A replacement with 201 creates a missing item. */
const successfulStatuses = {
  list: ['200'],
  create: ['201'],
  get: ['200'],
  update: ['200'],
  replace: ['200', '200 and 201'],
  delete: ['204'],
}

/** Keywords that the array of a list can have. A standard list does not enforce any other. */
const arrayKeywords = [
  ...['type', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['title', 'description', 'example', 'examples', 'deprecated', 'externalDocs', '$comment'],
]

const mergePatches = ['application/merge-patch+json', 'application/json']

const idempotencyKey = 'Idempotency-Key'
/** Preconditions (RFC 9110, 13.1), except If-Range, which needs Range. */
const preconditionHeaders = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since']

/** A finding is a clause that completes the sentence: the operation needs a handler, because … */
export const standardChecks: Checks<MethodCandidate> = {
  [queryCheck]: each(parametersIn('query'), (parameter, { contract, kind, item }) => {
    if (kind !== 'list') return `a standard ${kind} has no query parameter ${parameter.name}`
    const reason = 'has neither the name and type of a field, nor x-filter, x-min, x-max, x-sort or x-search'
    return isUnknownParameter(contract, parameter, item) && `its query parameter ${parameter.name} ${reason}`
  }),

  'a header parameter that a standard method does not read': each(headersIn, ({ name }, { kind, operation }) => {
    const { takesIdempotencyKey, evaluatesConditions } = operation
    const isKnown =
      name === idempotencyKey
        ? takesIdempotencyKey && kind === 'create'
        : evaluatesConditions && preconditionHeaders.includes(name)
    return !isKnown && `no standard ${kind} reads the header ${name}`
  }),

  'a cookie': each(parametersIn('cookie'), ({ name }, { kind }) => `no standard ${kind} reads the cookie ${name}`),

  *'a list without x-paging'({ kind, operation }) {
    if (kind !== 'list' || operation['x-paging']) return
    yield [operation.pointer, 'it has no x-paging: true, and a standard list has pages']
  },

  *'an array with keywords that a standard list does not enforce'({ contract, kind, operation }) {
    if (kind !== 'list') return
    const [successful] = successfulResponses({ operation })
    const body = contract.dereference(successful?.response.content?.['application/json']?.schema)
    const unsupported = Object.keys(body).find((name) => !arrayKeywords.includes(name) && !name.startsWith('x-'))
    if (unsupported) yield [operation.pointer, `a standard list does not enforce ${unsupported}`]
    const limit = operation.parameters.find(({ name }) => name === 'limit')
    const { maximum = contract.stackDefaults?.maxLimit } = contract.dereference(limit?.schema)
    if (Number(body.maxItems) < Number(maximum))
      yield [operation.pointer, `limit allows ${maximum} items, and its array has maxItems: ${body.maxItems}`]
    if (Number(body.minItems) > 0) yield [operation.pointer, 'a standard list can be empty, and its array has minItems']
  },

  *'an unexpected successful response'({ kind, operation }) {
    const expected = successfulStatuses[kind]
    const statuses = successfulResponses({ operation }).map(({ code }) => code)
    if (!expected.includes(statuses.sort().join(' and ')))
      yield [operation.pointer, `a standard ${kind} succeeds only with ${expected.join(', or ')}`]
  },

  *'a response body that is not an item, or a list of items'({ contract, kind, operation, item }) {
    for (const { response } of successfulResponses({ operation })) {
      const { 'application/json': json, ...otherContent } = response.content ?? {}
      const { schema } = json ?? {}
      const [extraMediaType] = Object.keys(otherContent)
      if (extraMediaType)
        yield [operation.pointer, `it also returns ${extraMediaType}, which a standard ${kind} does not return`]
      const { type, items } = contract.dereference(schema)
      const bodySchema = kind === 'list' ? items : contract.dereference(schema)
      const returnsItem = JSON.stringify(bodySchema) === JSON.stringify(contract.dereference(item))
      const expected = kind === 'list' ? 'an array' : 'the schema of the items in the list'
      if (kind === 'list' ? type !== 'array' : kind !== 'delete' && !returnsItem)
        yield [operation.pointer, `it does not return ${expected}`]
    }
  },

  *'a response header that a standard method does not send'({ contract, kind, operation }) {
    for (const entry of operation.responses) {
      const { code, headers } = entry
      const sentNames = contract.stackDefaults?.sentHeaders(operation, entry)
      const unsent = headers.find(({ name }) => !sentNames?.has(name))
      if (unsent)
        yield [`${operation.pointer}/responses/${code}`, `no standard ${kind} sends the header ${unsent.name}`]
    }
  },

  *'a missing response of a standard method'({ kind, operation }) {
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

  *'a request body with properties that are not fields of the item'({ contract, operation, item }) {
    const schema = requestSchema(operation)
    if (schema === undefined) return
    const pointer = `${operation.pointer}/requestBody`
    const bodySchema = contract.objectSchema(schema)
    const fields = contract.getProperties(item)
    for (const [name, property] of Object.entries(contract.getProperties(schema))) {
      const value = toSample(contract, property)
      if (!(name in fields)) yield [pointer, `its body has ${name}, which is not a property of the item`]
      else if (value !== undefined && findError(contract, fields[name], value) !== undefined)
        yield [pointer, `its body allows values of ${name} that the item does not`]
    }
    const keyword = compositionKeywords.find((keywordName) => keywordName in bodySchema)
    if (keyword) yield [pointer, `its body has ${keyword}: only properties of one schema are stored`]
    else if (bodySchema.type !== 'object') yield [pointer, 'its body must have type: object']
  },
}

function parametersIn(location: Parameter['in']) {
  return ({ operation }: MethodCandidate) => operation.parameters.filter((parameter) => parameter.in === location)
}

/** Returns the header parameters of the contract, and Idempotency-Key if x-idempotency-key adds it. */
function headersIn(method: MethodCandidate) {
  const { takesIdempotencyKey, pointer } = method.operation
  return [...parametersIn('header')(method), ...(takesIdempotencyKey ? [{ name: idempotencyKey, pointer }] : [])]
}

function successfulResponses({ operation }: Pick<MethodCandidate, 'operation'>) {
  return operation.responses.filter(({ status }) => status < 300)
}

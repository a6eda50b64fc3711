// Requests to one operation of a plain contract: valid ones, ones with a violation, and ones without valid credentials.
import * as fc from 'fast-check'
import { type Expectation, sendDraft } from '../call.ts'
import {
  bodySchema,
  type ContractOperation,
  type ContractParameter,
  getParameters,
  parametersIn,
} from '../contract/operations.ts'
import { anyValues, withTexts } from '../requests/draft.ts'
import { isPlain, isRefused } from '../requests/parameter-values.ts'
import { percentEncoded, toPairs } from '../requests/texts.ts'
import { validRequest } from '../requests/valid.ts'
import { isValid, sample, valid } from '../requests/values.ts'
import { getCollection } from './collections.ts'
import { type PlainSession, refusal } from './session.ts'
import { findViolations } from './values.ts'

interface PlainCheck {
  name: string
  fits: (operation: ContractOperation) => boolean
  run: (plain: PlainSession, operation: ContractOperation, options: { seed: number; count: number }) => Promise<void>
}

const negative = 'negative_data_rejection'
const takesJson = (operation: ContractOperation) => bodySchema(operation) !== undefined
const getBody = (plain: PlainSession, operation: ContractOperation) =>
  takesJson(operation) ? { body: plain.body(operation) } : {}
/** The state of the service can refuse a valid request, and a value can name something that is not there. */
const accepted: Expectation = [
  'a success',
  (status) => status < 400 || status >= 500 || [403, 404, 409, 429].includes(status),
]
const unauthorized: Expectation = ['401 or 403', (status) => [401, 403].includes(status)]
const anyRefusal: Expectation = ['a status 4xx', (status) => status >= 400]

export const plainChecks: PlainCheck[] = [
  {
    name: 'valid requests',
    fits: () => true,
    async run(plain, operation, { seed, count }) {
      for (const draft of fc.sample(validRequest(operation), { seed, numRuns: count })) {
        const path = withTexts(await plain.getPath(operation), anyValues(operation))
        plain.expectStatus(operation, await sendDraft(plain.target, { ...draft, path }), accepted)
      }
    },
  },
  {
    name: 'missing or wrong credentials',
    fits: ({ credentials, isOptional }) => credentials.length > 0 && !isOptional,
    async run(plain, operation) {
      const options = { path: await plain.getPath(operation), ...getBody(plain, operation) }
      await plain.send(operation, { ...options, isAnonymous: true }, unauthorized, 'ignored_auth')
      await plain.send(operation, { ...options, token: 'not-a-valid-token' }, unauthorized, 'ignored_auth')
    },
  },
  {
    name: 'bodies that are not valid',
    fits: takesJson,
    async run(plain, operation) {
      const schema = bodySchema(operation)
      const path = await plain.getPath(operation)
      if (schema === undefined) return
      for (const { name, value } of findViolations(schema, plain.body(operation)))
        await plain.send(operation, { path, body: JSON.stringify(value) }, refusal(operation, name), negative)
      await plain.send(operation, { path, body: '{' }, refusal(operation, 'a text that is not JSON'), negative)
      const headers = { 'Content-Type': 'text/x-tester' }
      const other = { path, body: plain.body(operation), headers }
      await plain.send(operation, other, refusal(operation, 'another media type', 415), negative)
      if (operation.requiresBody)
        await plain.send(operation, { path }, refusal(operation, 'a missing body', 415), negative)
    },
  },
  {
    name: 'parameters that are not valid',
    fits: (operation) => getParameters(operation, 'query').length > 0,
    async run(plain, operation) {
      const options = { path: await plain.getPath(operation), ...getBody(plain, operation) }
      for (const query of getParameters(operation, 'query').flatMap(invalidQueries))
        await plain.send(operation, { ...options, query }, refusal(operation, query.join('&')), negative)
    },
  },
  {
    name: 'items that do not exist',
    fits: (operation) =>
      parametersIn(operation.path).some((name) => getCollection(operation, name)) &&
      !(operation.method === 'PUT' && operation.responses.has(201)),
    async run(plain, operation) {
      const { path, parameters, responses } = operation
      const last = parametersIn(path).at(-1) ?? ''
      const parameter = parameters.find((one) => one.in === 'path' && one.name === last)
      if (parameter === undefined) return
      const parts = (await plain.getPath(operation)).split('/')
      const body = getBody(plain, operation)
      const sendWith = (id: string, expected: number | Expectation) => {
        const changed = parts.with(path.split('/').indexOf(`{${last}}`), percentEncoded(id, 'all'))
        return plain.send(operation, { path: changed.join('/'), ...body }, expected, negative)
      }
      // Without a documented 404, a list below an item that does not exist can be empty.
      const isMissing = responses.has(404)
      if (isMissing || path.endsWith(`/{${last}}`)) await sendWith(unknownId(parameter), isMissing ? 404 : anyRefusal)
      const malformed = ['tester x', '1-x', '1.5', '-1', '0'].filter((id) => isRefused(parameter.schema, id))
      for (const id of isPlain(parameter) ? malformed : []) await sendWith(id, refusal(operation, id, 404))
    },
  },
]

/** A valid identifier that no item has. */
function unknownId({ schema }: ContractParameter): string {
  const random = fc.sample(valid(schema), { seed: Date.now(), numRuns: 20 })
  const ids = ['tester-has-no-such-item', 2_000_000_011, 99_991, ...random]
  return String(ids.find((one) => isValid(schema, one) && one !== '') ?? '')
}

/** Each breaks one keyword, however the service reads the text. */
function invalidQueries(parameter: ContractParameter): string[][] {
  const { schema, isJson, required, name } = parameter
  if (isJson) return [[`${name}=%7B`]]
  const isArray = schema.keywords.type === 'array'
  if (!isArray && !isPlain(parameter)) return []
  const isText = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one) && one !== ''
  const broken = findViolations(schema, sample(valid(schema))).map((one) => one.value)
  const scalars = broken.filter((one) => isText(one) && isRefused(schema, String(one)))
  const lists = broken.filter((one) => Array.isArray(one) && one.length > 0 && one.every(isText))
  const used = isArray ? lists.filter((one) => !isValid(schema, [one].flat().map(String))) : scalars
  return [...used.map((one) => toPairs(parameter, one)), ...(required ? [[`${name}=`]] : [])]
}

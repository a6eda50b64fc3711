// Requests to one operation of a plain contract: valid ones, ones with a violation, and ones without valid credentials.
import * as fc from 'fast-check'
import { bodySchema, type ContractOperation, type ContractParameter, parametersIn } from '../contract/operations.ts'
import type { Draft } from '../requests/draft.ts'
import { pairsOf } from '../requests/parameter-text.ts'
import { isPlain } from '../requests/parameter-values.ts'
import { validRequest } from '../requests/valid.ts'
import { isValid, percentEncoded, valid } from '../requests/values.ts'
import type { PlainCollection } from './collections.ts'
import { type Expectation, type PlainSession, refusal } from './session.ts'
import { violationsOf } from './violations.ts'

export interface PlainCheck {
  name: string
  fits: (operation: ContractOperation, collections: PlainCollection[]) => boolean
  run: (plain: PlainSession, operation: ContractOperation, options: { seed: number; count: number }) => Promise<void>
}

const negative = 'negative_data_rejection'
const takesJson = (operation: ContractOperation) => bodySchema(operation) !== undefined
const inQuery = ({ parameters }: ContractOperation) => parameters.filter((one) => one.in === 'query')
const bodyOf = (plain: PlainSession, operation: ContractOperation) =>
  takesJson(operation) ? { body: plain.body(operation) } : {}

export const plainChecks: PlainCheck[] = [
  {
    name: 'valid requests',
    fits: () => true,
    async run(plain, operation, { seed, count }) {
      const { session } = plain
      const { target } = session
      for (const draft of fc.sample(validRequest(operation), { seed, numRuns: count })) {
        const path = await plain.pathOf(operation)
        const whole: Draft = { ...draft, path }
        const response = await target.send(whole)
        session.request = `${target.textOf(whole)}\n→ ${response.status}`
        const findings = target.check(operation.method, operation, response)
        session.findings.push(...findings.map((one) => ({ ...one, request: session.request })))
        // The state of the service can refuse a valid request, and a value can name something that is not there.
        const isAccepted = response.status < 400 || [403, 404, 409, 429].includes(response.status)
        const message = `status: expected a success, got ${response.status}: ${response.body.slice(0, 100)}`
        session.expect(isAccepted || response.status >= 500, message, 'positive_data_acceptance')
      }
    },
  },
  {
    name: 'missing or wrong credentials',
    fits: ({ credentials, isOptional }) => credentials.length > 0 && !isOptional,
    async run(plain, operation) {
      const path = await plain.pathOf(operation)
      const expected: Expectation = ['401 or 403', (status) => [401, 403].includes(status)]
      const options = { path, ...bodyOf(plain, operation) }
      await plain.send(operation, { ...options, isAnonymous: true }, expected, 'ignored_auth')
      await plain.send(operation, { ...options, token: 'not-a-valid-token' }, expected, 'ignored_auth')
    },
  },
  {
    name: 'bodies that are not valid',
    fits: takesJson,
    async run(plain, operation) {
      const schema = bodySchema(operation)
      const path = await plain.pathOf(operation)
      if (schema === undefined) return
      for (const { name, value } of violationsOf(schema, plain.body(operation))) {
        const [expected, isExpected] = refusal(operation)
        await plain.send(
          operation,
          { path, body: value === undefined ? 'null' : JSON.stringify(value) },
          [`${expected} for ${name}`, isExpected],
          negative,
        )
      }
      await plain.send(operation, { path, body: '{' }, refusal(operation), negative)
      const headers = { 'Content-Type': 'text/x-tester' }
      await plain.send(operation, { path, body: plain.body(operation), headers }, refusal(operation, 415), negative)
      if (operation.requiresBody) await plain.send(operation, { path }, refusal(operation, 415), negative)
    },
  },
  {
    name: 'parameters that are not valid',
    fits: (operation) => inQuery(operation).length > 0,
    async run(plain, operation) {
      const path = await plain.pathOf(operation)
      const body = bodyOf(plain, operation)
      for (const parameter of inQuery(operation)) {
        for (const query of invalidQueries(parameter)) {
          const [expected, isExpected] = refusal(operation)
          await plain.send(operation, { path, query, ...body }, [`${expected} for ${query}`, isExpected], negative)
        }
      }
    },
  },
  {
    name: 'items that do not exist',
    fits: (operation, collections) => {
      const { path, method, responses } = operation
      const names = parametersIn(path).some((name) =>
        collections.some((one) => path.startsWith(`${one.path}/{${name}}`)),
      )
      return names && !(method === 'PUT' && responses.has(201))
    },
    async run(plain, operation) {
      const { path } = operation
      const last = parametersIn(path).at(-1) ?? ''
      const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === last)
      const isItem = path.endsWith(`/{${last}}`)
      const known = await plain.pathOf(operation)
      const parts = known.split('/')
      const place = path.split('/').indexOf(`{${last}}`)
      const at = (id: string) => parts.map((part, index) => (index === place ? id : part)).join('/')
      const isMissing = operation.responses.has(404)
      const expected: Expectation = isMissing
        ? ['404', (status) => status === 404]
        : ['a status 4xx', (status) => status >= 400]
      const body = bodyOf(plain, operation)
      // Without a documented 404, a list below an item that does not exist can be empty.
      if (parameter && (isItem || isMissing))
        await plain.send(operation, { path: at(unknownId(parameter)), ...body }, expected, negative)
      const [refused, isRefused] = refusal(operation, 404)
      for (const id of parameter && isPlain(parameter) ? invalidIds(parameter) : [])
        await plain.send(operation, { path: at(id), ...body }, [`${refused} for ${id}`, isRefused], negative)
    },
  },
]

/** A valid identifier that no item has. */
function unknownId({ schema }: ContractParameter): string {
  const large = [2_000_000_011, 99_991].find((one) => isValid(schema, one))
  const values = large === undefined ? fc.sample(valid(schema), { seed: Date.now(), numRuns: 20 }) : [large]
  const id = ['tester-has-no-such-item', ...values].find((one) => isValid(schema, one) && one !== '') ?? ''
  return percentEncoded(String(id), 'all')
}

function invalidIds({ schema }: ContractParameter): string[] {
  const numbers = schema.keywords.type === 'integer' ? ['1.5', '-1', '0'] : []
  return ['tester x', '1-x', ...numbers]
    .filter((text) => !isValid(schema, text) && !(numbers.includes(text) && isValid(schema, Number(text))))
    .map((text) => percentEncoded(text, 'all'))
}

/** Each breaks one keyword, however the service reads the text. */
function invalidQueries(parameter: ContractParameter): string[][] {
  const { schema, isJson, required, name } = parameter
  if (isJson) return [[`${name}=%7B`]]
  const isArray = schema.keywords.type === 'array'
  if (!isArray && !isPlain(parameter)) return []
  const [value] = fc.sample(valid(schema), { seed: 1, numRuns: 1 })
  const encode = (text: string) => (text === name ? text : percentEncoded(text, 'all'))
  const isText = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one) && one !== ''
  const isRefused = (text: string) =>
    !isValid(schema, text) &&
    !isValid(schema, /^-?\d/.test(text) ? Number(text) : text) &&
    !/^(?:true|false)$/.test(text)
  const broken = violationsOf(schema, value).map((one) => one.value)
  const scalars = broken.filter((one) => isText(one) && isRefused(String(one)))
  const lists = broken.filter((one) => Array.isArray(one) && one.length > 0 && one.every(isText))
  const used = isArray ? lists.filter((one) => !isValid(schema, [one].flat().map(String))) : scalars
  return [...used.map((one) => pairsOf(parameter, one, encode)), ...(required ? [[`${name}=`]] : [])]
}

/** Used by rules: a parameter with a valid value. */
export function pairWith(parameter: ContractParameter, value: unknown): string[] {
  return pairsOf(parameter, value, (text) => (text === parameter.name ? text : percentEncoded(text, 'all')))
}

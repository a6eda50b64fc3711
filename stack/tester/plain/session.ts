// Sends requests of a plain contract: it sets up the items that a path names, and compares statuses.
import * as fc from 'fast-check'
import { type CallOptions, type CallResult, call, type Session } from '../call.ts'
import type { Check } from '../checks.ts'
import { NoResponse } from '../connection.ts'
import { bodySchema, type ContractOperation, parametersIn } from '../contract/operations.ts'
import { validPairs } from '../requests/valid.ts'
import { collectionOf, type PlainCollection } from './collections.ts'
import { plainValue } from './values.ts'

export type Item = Record<string, unknown>

export class PlainSession {
  readonly session: Session
  readonly #collections: PlainCollection[]
  #number = 0

  constructor(session: Session, collections: PlainCollection[]) {
    this.session = session
    this.#collections = collections
  }

  /** Calls an operation with the parameters that it needs. @param expected Whether a status is right, in words too. */
  async send(
    operation: ContractOperation,
    options: CallOptions,
    [expected, isExpected]: Expectation,
    check: Check,
  ): Promise<CallResult> {
    const { session } = this
    const given = options.query ?? []
    const query = [...given, ...requiredPairs(operation).filter((pair) => !given.some((one) => isSameName(one, pair)))]
    const result = await call(session.target, operation, { ...options, query })
    session.request = result.text
    session.findings.push(...result.findings)
    const { status, body } = result.response
    const isServerError = status >= 500 && result.findings.some((one) => one.check === 'not_a_server_error')
    const message = `${operation.id}: expected ${expected}, got ${status}: ${body.slice(0, 100)}`
    session.expect(isExpected(status) || isServerError, message, check)
    return result
  }

  expect(isMet: boolean, message: string, check: Check): void {
    this.session.expect(isMet, message, check)
  }

  /** A body with all properties, another one each time. */
  body(operation: ContractOperation): Item {
    const schema = bodySchema(operation)
    return schema === undefined ? {} : Object(plainValue(schema, this.#number++))
  }

  /** The path of an operation, with the items that it names: they are created now. */
  async pathOf({ path }: Pick<ContractOperation, 'path'>): Promise<string> {
    const last = parametersIn(path).findLast((name) => collectionOf(this.#collections, path, name) !== undefined)
    const collection = last === undefined ? undefined : collectionOf(this.#collections, path, last)
    if (collection === undefined || last === undefined) return path
    const at = await this.pathOf(collection.create)
    const { id } = await this.create(collection, at)
    return `${at}/${encodeURIComponent(id)}${path.slice(path.indexOf(`/{${last}}`) + last.length + 3)}`
  }

  /** @param at The path of the collection. @throws {NoResponse} if there is no item. */
  async create(collection: PlainCollection, at: string, body = this.body(collection.create)) {
    const { create, id } = collection
    const result = await this.send(create, { path: at, body }, success, 'positive_data_acceptance')
    const item: Item = Object(result.value)
    const value = item[id.name]
    if (result.response.status >= 300 || value === undefined || value === null)
      throw new NoResponse(`set-up failed: ${create.id} returned ${result.response.status} without ${id.name}`)
    const { created } = this.session.target.state
    created.set(`${at}/${value}`, this.session.target.values.token ?? '')
    return { id: String(value), item, body, response: result.response }
  }
}

/** Statuses in words, and whether one is among them. */
export type Expectation = [text: string, isExpected: (status: number) => boolean]

export const success: Expectation = ['a success', (status) => status < 300]

/** A documented 400 or 422 promises that one of them refuses a request that is not valid. */
export function refusal({ responses }: ContractOperation, ...others: number[]): Expectation {
  const documented = [400, 422].filter((status) => responses.has(status))
  if (documented.length === 0) return ['a status 4xx', (status) => status >= 400 && status < 500]
  const all = [...documented, 413, 429, ...others]
  return [[...documented, ...others].join(' or '), (status) => all.includes(status)]
}

/** A pair for each query parameter that must be there. */
function requiredPairs({ parameters }: ContractOperation): string[] {
  return parameters
    .filter((one) => one.in === 'query' && one.required)
    .flatMap((one) => fc.sample(validPairs(one), { seed: 1, numRuns: 1 })[0] ?? [])
}

function isSameName(one: string, other: string): boolean {
  return one.split('=')[0] === other.split('=')[0]
}

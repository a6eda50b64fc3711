// Sends requests of a plain contract: it sets up the items that a path names.
import { type CallOptions, type Expectation, Session } from '../call.ts'
import type { Check } from '../checks.ts'
import { bodySchema, type ContractOperation, getParameters, parametersIn } from '../contract/operations.ts'
import { validPairs } from '../requests/parameter-values.ts'
import { sample } from '../requests/values.ts'
import { SetUpFailed } from '../set-up.ts'
import { getCollection, type PlainCollection } from './collections.ts'
import { plainValue } from './values.ts'

export type Item = Record<string, unknown>

/** An item that was created, and the body that created it. */
export interface Created {
  id: string
  path: string
  item: Item
  body: Item
  location: string | undefined
}

export class PlainSession extends Session {
  #number = 0

  /** Also sends the query parameters that the operation needs. */
  override send(called: ContractOperation, options: CallOptions, expected: number | Expectation, check?: Check) {
    const given = options.query ?? []
    const isGiven = (pair: string) => given.some((one) => one.split('=')[0] === pair.split('=')[0])
    const required = getParameters(called, 'query').filter((one) => one.required)
    const needed = required.flatMap((one) => sample(validPairs(one)) ?? []).filter((pair) => !isGiven(pair))
    return super.send(called, { ...options, query: [...given, ...needed] }, expected, check)
  }

  /** A body with all properties, another one each time. */
  body(operation: ContractOperation): Item {
    const schema = bodySchema(operation)
    return schema === undefined ? {} : Object(plainValue(schema, this.#number++))
  }

  /** The path of an operation, with the items that it names: they are created now. */
  async getPath(operation: ContractOperation): Promise<string> {
    const { path } = operation
    const named = parametersIn(path).map((name) => ({ name, collection: getCollection(operation, name) }))
    const { name, collection } = named.findLast((one) => one.collection !== undefined) ?? {}
    if (collection === undefined) return path
    const { path: item } = await this.create(collection)
    return item + path.slice(path.indexOf(`/{${name}}`) + `/{${name}}`.length)
  }

  /** @param at The path of the collection. Default: below new items. @throws {SetUpFailed} if there is no item. */
  async create({ create, id }: PlainCollection, body = this.body(create), at?: string): Promise<Created> {
    const collection = at ?? (await this.getPath(create))
    const result = await this.send(create, { path: collection, body }, success)
    const { response, value } = result
    const item: Item = Object(value)
    const created = item[id.name]
    if (response.status >= 300 || created === undefined || created === null) throw new SetUpFailed(create, result)
    const { values, state } = this.target
    state.created.set(`${collection}/${created}`, values.token ?? '')
    const path = `${collection}/${encodeURIComponent(String(created))}`
    return { id: String(created), path, item, body, location: response.headers.location }
  }
}

export const success: Expectation = ['a success', (status) => status < 300]

/**
 * A documented 400 or 422 promises that one of them refuses a request that is not valid.
 * @param what For the message.
 */
export function refusal({ responses }: ContractOperation, what: string, ...others: number[]): Expectation {
  const documented = [400, 422].filter((status) => responses.has(status))
  if (documented.length === 0) return [`a status 4xx for ${what}`, (status) => status >= 400 && status < 500]
  const all = [...documented, 413, 429, ...others]
  return [`${[...documented, ...others].join(' or ')} for ${what}`, (status) => all.includes(status)]
}

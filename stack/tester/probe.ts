// What a run finds out about the target before it tests: whether it accepts the tokens, and which items it has.

import { InvalidSetting } from '../environment.ts'
import { call, toItems } from './call.ts'
import type { Collection } from './contract/collections.ts'
import type { ContractOperation } from './contract/operations.ts'
import { getId } from './list-model.ts'
import { reasonUntested } from './requests/valid.ts'
import { sendValidBody } from './set-up.ts'
import { type Target, variables } from './target.ts'

/** Collections that do not belong to an item. */
function topCollections({ options }: Target): Collection[] {
  return options.contract.collections.filter(({ path }) => !path.includes('{'))
}

/** Whether the run can create items. */
function isTested({ create }: Collection): boolean {
  return reasonUntested(create) === ''
}

/** Sends a read with each of the tokens that are set. */
async function readWith(target: Target, operation: ContractOperation, names: string[]) {
  const given = names.filter((name) => name in target.options.tokens)
  return Array.fromAsync(given, async (name) => {
    const token = target.options.tokens[name] ?? ''
    return { variable: variables[name], ...(await call(target, operation, { token })) }
  })
}

/** @throws {InvalidSetting} if the target refuses a token. */
export async function expectAccess(target: Target): Promise<void> {
  const { contract, url } = target.options
  const { simplest, scopes } = contract
  if (simplest === undefined) return
  const { path } = simplest
  for (const result of await readWith(target, simplest, ['token', 'otherCallerToken', 'readToken'])) {
    const { variable, response, value } = result
    const { status } = response
    if (status === 404) throw new InvalidSetting(`${url} has no ${path} (404). Correct the path of the URL.`)
    if (status !== 401 && status !== 403) continue
    const reason = Object(value).detail ?? 'It gives no reason.'
    const needed = (variable === 'READ_TOKEN' ? scopes.read : scopes.all).join(' and ')
    throw new InvalidSetting(
      `The service refuses ${variable} with ${status}: ${reason} Set it to a valid token with ${needed}.`,
    )
  }
}

/** With MOCK=1, the run does not delete what it creates. @throws {InvalidSetting} */
export async function expectNoState(target: Target): Promise<void> {
  if (await storesItems(target))
    throw new InvalidSetting(
      'MOCK=1 is for a mock that stores nothing, but this target stores items. Leave out MOCK=1.',
    )
}

/** Creates an item, and deletes it. */
async function storesItems(target: Target): Promise<boolean> {
  const collection = topCollections(target).find((one) => one.get && one.delete && isTested(one))
  if (!collection?.get || !collection.delete) return !target.options.isMock
  const { value } = await sendValidBody(target, collection.create)
  const id = getId(value)
  if (id === undefined) return false
  await call(target, collection.delete, { id })
  return (await call(target, collection.get, { id })).response.status === 404
}

/** Compares the responses of the second service from now on. @throws {InvalidSetting} if that is not possible. */
export async function startComparison(target: Target): Promise<void> {
  const { second } = target
  if (second === undefined) return
  await expectAccess(second)
  if (!(await storesItems(second)))
    throw new InvalidSetting(
      `${second.options.url} stores no items. COMPARE needs a service, or a mock with STATEFUL=1.`,
    )
  for (const one of [target, second]) {
    for (const { list, path } of topCollections(one)) {
      const lists = list ? await readWith(one, list, ['token', 'otherCallerToken']) : []
      const used = lists.find(({ value }) => toItems(value).length > 0)
      if (used === undefined) continue
      const place = `The caller of ${used.variable} has items in ${path} at ${one.options.url}.`
      throw new InvalidSetting(`${place} For COMPARE, use callers without items.`)
    }
  }
  target.compareResponses()
}

/** Finds or creates an item in each collection. Returns the paths of those that have none. */
export async function findItems(target: Target): Promise<string[]> {
  const { state, options } = target
  const empty: string[] = []
  for (const { path, list, create } of options.isMock ? [] : topCollections(target).filter(isTested)) {
    let found: unknown
    if (options.mayWrite) {
      // Lists begin after this item, so that a large collection takes no more requests than a small one.
      found = (await sendValidBody(target, create)).value
    } else if (list) {
      found = toItems((await call(target, list, { query: ['limit=1'] })).value)[0]
    }
    const id = getId(found)
    if (id === undefined) empty.push(path)
    else state.items.set(path, id)
  }
  return empty
}

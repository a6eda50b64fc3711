// What a run finds out about the target before it tests: whether it accepts the tokens, and where lists begin.
import { setTimeout as wait } from 'node:timers/promises'
import { call, itemsOf } from './call.ts'
import { type Target, variables } from './target.ts'

/**
 * The target cannot be tested: it refuses a token, has another path, or stores plants although `MOCK=1` calls it a mock.
 * The message says what to do.
 */
export class Untestable extends Error {}

/** Lists one plant with each of the tokens that are set. */
async function listWith(target: Target, names: string[]) {
  const given = names.flatMap((name) => {
    const token = target.options.tokens[name]
    return token === undefined ? [] : [{ variable: variables[name] ?? name, token }]
  })
  return Array.fromAsync(given, async ({ variable, token }) => {
    return { variable, ...(await call(target, 'listPlants', { query: ['limit=1'], token })) }
  })
}

/** @throws {Untestable} if the target refuses a token. */
export async function expectAccess(target: Target): Promise<void> {
  const lists = await listWith(target, ['token', 'neighbourToken', 'plants_readToken'])
  for (const { variable, response, value } of lists) {
    const { status } = response
    if (status === 404) throw new Untestable(`${target.options.url} has no /plants (404). Correct the path of the URL.`)
    if (status !== 401 && status !== 403) continue
    const reason = Object(value).detail ?? 'It gives no reason.'
    const scopes = variable === 'READ_TOKEN' ? 'plants:read' : 'plants:read and plants:write'
    throw new Untestable(
      `The service refuses ${variable} with ${status}: ${reason} Set it to a valid token with ${scopes}.`,
    )
  }
}

/** With MOCK=1, the run does not delete what it creates. @throws {Untestable} */
export async function expectNoState(target: Target): Promise<void> {
  if (await storesPlants(target))
    throw new Untestable('MOCK=1 is for a mock that stores nothing, but this target stores plants. Leave out MOCK=1.')
}

/** Creates a plant, and deletes it. */
async function storesPlants(target: Target): Promise<boolean> {
  const { value } = await call(target, 'createPlant', { body: { name: 'Created by the contract tester' } })
  const { id } = Object(value)
  if (typeof id !== 'string') return false
  await call(target, 'deletePlant', { id })
  return (await call(target, 'getPlant', { id })).response.status === 404
}

/** Compares the responses of the second service from now on. @throws {Untestable} if a caller has plants already. */
export async function startComparison(target: Target): Promise<void> {
  const { second } = target
  if (second === undefined) return
  await expectAccess(second)
  const isStateless = !(await storesPlants(second))
  for (const one of isStateless ? [target] : [target, second]) {
    const lists = await listWith(one, ['token', 'neighbourToken'])
    const used = lists.find(({ value }) => itemsOf(value).length > 0)
    if (used === undefined) continue
    const place = `The caller of ${used.variable} has plants at ${one.options.url}.`
    throw new Untestable(`${place} For COMPARE, use callers without plants.`)
  }
  target.compareResponses(isStateless)
}

/** Without permission to write, requests use the first plant that exists. Returns whether there is one. */
export async function findPlant(target: Target): Promise<boolean> {
  const { mayWrite, isMock } = target.options
  if (mayWrite && !isMock) await findStart(target)
  if (mayWrite) return true
  const { value } = await call(target, 'listPlants', { query: ['limit=1'] })
  const { id } = Object(itemsOf(value)[0])
  if (typeof id !== 'string') return false
  target.values.id = id
  target.values.etag = (await call(target, 'getPlant', { id })).response.headers.etag ?? ''
  return true
}

// The position after which this run adds its plants, if the identifiers ascend: lists begin there, so that a large
// collection takes no more requests than a small one.
async function findStart(target: Target): Promise<void> {
  const [start = '', ...rest] = await Array.fromAsync(['first', 'second', 'third'], async (which) => {
    const { value } = await call(target, 'createPlant', { body: { name: `The ${which} plant` } })
    await wait(2)
    return String(Object(value).id)
  })
  const { value } = await call(target, 'listPlants', { query: [`after=${start}`] })
  const after = itemsOf(value).map((plant) => Object(plant).id)
  if (after.join() === rest.join()) target.values.start = start
}

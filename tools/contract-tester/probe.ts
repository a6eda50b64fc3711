// What a run finds out about the target before it tests: whether it accepts the tokens, and where lists begin.
import { setTimeout as wait } from 'node:timers/promises'
import { call } from './call.ts'
import type { Target } from './target.ts'

/** The target cannot be tested: a token is refused, the path is wrong, or a target that `MOCK=1` calls a mock stores plants. Its message says what to do. */
export class Untestable extends Error {}

/** @throws {Untestable} if the target refuses a token. */
export async function expectAccess(target: Target): Promise<void> {
  const { token, neighbourToken, plants_readToken } = target.options.tokens
  for (const [name, value] of Object.entries({
    TOKEN: token,
    OTHER_TOKEN: neighbourToken,
    READ_TOKEN: plants_readToken,
  })) {
    if (value === undefined) continue
    const { response, value: problem } = await call(target, 'listPlants', { query: ['limit=1'], token: value })
    if (response.status === 404)
      throw new Untestable(`${target.options.url} has no /plants (404). Correct the path of the URL.`)
    if (response.status !== 401 && response.status !== 403) continue
    const reason = Object(problem).detail ?? 'It gives no reason.'
    const scopes = name === 'READ_TOKEN' ? 'plants:read' : 'plants:read and plants:write'
    throw new Untestable(
      `The service refuses ${name} with ${response.status}: ${reason} Set it to a valid token with ${scopes}.`,
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

/** Compares the responses of the second service from now on. @throws {Untestable} if a caller has plants in one of the services. */
export async function startComparison(target: Target): Promise<void> {
  const { second } = target
  if (second === undefined) return
  await expectAccess(second)
  const isStateless = !(await storesPlants(second))
  for (const one of isStateless ? [target] : [target, second]) await expectNoPlants(one)
  target.compareResponses(isStateless)
}

async function expectNoPlants(target: Target): Promise<void> {
  const { token, neighbourToken } = target.options.tokens
  for (const [name, value] of Object.entries({ TOKEN: token, OTHER_TOKEN: neighbourToken })) {
    if (value === undefined) continue
    const { value: plants } = await call(target, 'listPlants', { query: ['limit=1'], token: value })
    if (Array.isArray(plants) && plants.length > 0)
      throw new Untestable(
        `The caller of ${name} has plants at ${target.options.url}. For COMPARE, use callers without plants.`,
      )
  }
}

/** Without permission to write, requests use the first plant that exists. Returns whether there is one. */
export async function findPlant(target: Target): Promise<boolean> {
  const { value } = await call(target, 'listPlants', { query: ['limit=1'] })
  if (target.options.mayWrite) {
    if (!target.options.isMock) await findStart(target)
    return true
  }
  const { id } = Object(Array.isArray(value) ? value[0] : undefined)
  if (typeof id !== 'string') return false
  target.values.id = id
  target.values.etag = (await call(target, 'getPlant', { id })).response.headers.etag ?? ''
  return true
}

// The position after which this run adds its plants, if the identifiers ascend: lists begin there, so that a large
// collection takes no more requests than a small one.
async function findStart(target: Target): Promise<void> {
  const ids: string[] = []
  for (const name of ['The first plant', 'The second plant', 'The third plant']) {
    ids.push(String(Object((await call(target, 'createPlant', { body: { name } })).value).id))
    await wait(2)
  }
  const [start = '', ...rest] = ids
  const { value } = await call(target, 'listPlants', { query: [`after=${start}`] })
  const after = (Array.isArray(value) ? value : []).map((plant) => Object(plant).id)
  if (after.join() === rest.join()) target.values.start = start
}

// What a run finds out about the target before it tests: whether it accepts the tokens, and where lists begin.
import { InvalidSetting } from '../environment.ts'
import { call, itemsOf } from './call.ts'
import { type Target, variables } from './target.ts'

/** Lists one plant with each of the tokens that are set. */
async function listWith(target: Target, names: string[]) {
  const given = names.filter((name) => name in target.options.tokens)
  return Array.fromAsync(given, async (name) => {
    const token = target.options.tokens[name] ?? ''
    const result = await call(target, 'listPlants', { query: ['limit=1'], token })
    return { variable: variables[name], ...result }
  })
}

/** @throws {InvalidSetting} if the target refuses a token. */
export async function expectAccess(target: Target): Promise<void> {
  const lists = await listWith(target, ['token', 'neighbourToken', 'plants_readToken'])
  for (const { variable, response, value } of lists) {
    const { status } = response
    if (status === 404)
      throw new InvalidSetting(`${target.options.url} has no /plants (404). Correct the path of the URL.`)
    if (status !== 401 && status !== 403) continue
    const reason = Object(value).detail ?? 'It gives no reason.'
    const scopes = variable === 'READ_TOKEN' ? 'plants:read' : 'plants:read and plants:write'
    throw new InvalidSetting(
      `The service refuses ${variable} with ${status}: ${reason} Set it to a valid token with ${scopes}.`,
    )
  }
}

/** With MOCK=1, the run does not delete what it creates. @throws {InvalidSetting} */
export async function expectNoState(target: Target): Promise<void> {
  if (await storesPlants(target))
    throw new InvalidSetting(
      'MOCK=1 is for a mock that stores nothing, but this target stores plants. Leave out MOCK=1.',
    )
}

/** Creates a plant, and deletes it. */
async function storesPlants(target: Target): Promise<boolean> {
  const { value } = await call(target, 'createPlant', { body: { name: 'Created by the contract tester' } })
  const { id } = Object(value)
  if (typeof id !== 'string') return false
  await call(target, 'deletePlant', { id })
  return (await call(target, 'getPlant', { id })).response.status === 404
}

/** Compares the responses of the second service from now on. @throws {InvalidSetting} if that is not possible. */
export async function startComparison(target: Target): Promise<void> {
  const { second } = target
  if (second === undefined) return
  await expectAccess(second)
  if (!(await storesPlants(second)))
    throw new InvalidSetting(
      `${second.options.url} stores no plants. COMPARE needs a service, or a mock with STATEFUL=1.`,
    )
  for (const one of [target, second]) {
    const lists = await listWith(one, ['token', 'neighbourToken'])
    const used = lists.find(({ value }) => itemsOf(value).length > 0)
    if (used === undefined) continue
    const place = `The caller of ${used.variable} has plants at ${one.options.url}.`
    throw new InvalidSetting(`${place} For COMPARE, use callers without plants.`)
  }
  target.compareResponses()
}

/** Finds a plant for requests that may not create one. Returns whether there is one. */
export async function findPlant(target: Target): Promise<boolean> {
  const { values, options } = target
  if (options.isMock) return true
  if (options.mayWrite) {
    // Lists begin after this plant, so that a large collection takes no more requests than a small one.
    const { value } = await call(target, 'createPlant', { body: { name: 'The first plant' } })
    values.start = String(Object(value).id)
    return true
  }
  const { value } = await call(target, 'listPlants', { query: ['limit=1'] })
  const { id } = Object(itemsOf(value)[0])
  if (typeof id !== 'string') return false
  values.id = id
  values.etag = (await call(target, 'getPlant', { id })).response.headers.etag ?? ''
  return true
}

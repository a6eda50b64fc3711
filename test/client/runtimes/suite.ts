// Checks what the client does in every runtime, with every implementation of the API. The suite uses only web standards and the
// package, so that it runs unchanged wherever the package does.
import { ConnectionError, createPlantClient, orThrow, TimeoutError } from '@plant-collection/client'
import { fromCell, parseCsv } from '@plant-collection/client/csv'

/** An implementation of the API: the service or the handlers. */
export interface Implementation {
  name: string
  baseUrl: string
  token: string
  /** Sends a request to an implementation in the same process. */
  fetch?: (request: Request) => Promise<Response>
}

/** Runs each check with each implementation, one after the other. @returns A line for each check with its outcome. */
export async function runSuite(implementations: Implementation[]): Promise<string[]> {
  const outcomes: string[] = []
  for (const implementation of implementations) {
    for (const [check, run] of Object.entries(checks)) {
      const outcome = await run(implementation).then(() => 'passed', String)
      outcomes.push(`${implementation.name}: ${check}: ${outcome}`)
    }
  }
  return outcomes
}

export const checks: Record<string, (implementation: Implementation) => Promise<void>> = {
  async 'a plant is created, read, changed with If-Match, and deleted'(implementation) {
    const client = createPlantClient(implementation)
    const plants = orThrow(client)
    const created = await plants.createPlant({ body: { name: 'Ñandú 🌵' } })
    equal(created.headers.location, `plants/${created.body.id}`)
    const path = { id: created.body.id }
    const seen = await plants.getPlant({ path })
    equal(seen.body.name, 'Ñandú 🌵')
    const header = { 'If-Match': seen.headers.etag }
    const changed = await plants.updatePlant({ path, header, body: { tag: 'wax & more' } })
    equal(changed.body.tag, 'wax & more')
    equal((await client.updatePlant({ path, header, body: { tag: null } })).status, 412)
    equal((await plants.deletePlant({ path })).body, undefined)
    equal((await client.getPlant({ path })).status, 404)
  },

  async 'an iteration goes from page to page, to the end'(implementation) {
    const plants = createPlantClient(implementation)
    const tag = `iteration ${Math.random()} +&=/ü`
    for (const name of ['one', 'two', 'three']) await orThrow(plants).createPlant({ body: { name, tag } })
    const pages: string[][] = []
    for await (const { body } of plants.pages({ tag, limit: 1 })) pages.push(body.map(({ name }) => name))
    equal(JSON.stringify(pages), JSON.stringify([['one'], ['two'], ['three']]))
  },

  async 'an aborted call rejects with its own reason'(implementation) {
    const reason = new Error('changed my mind')
    const controller = new AbortController()
    const call = rejection(createPlantClient(implementation).listPlants({ signal: controller.signal }))
    controller.abort(reason)
    const error = await call
    // A signal of React Native has no reason.
    if ('reason' in controller.signal) equal(error, reason)
    else equal(error instanceof Error && error.name, 'AbortError')
  },

  async 'a call without a response in time is a TimeoutError'(implementation) {
    const fetch = () => new Promise<Response>(() => {})
    const plants = createPlantClient({ ...implementation, fetch, timeoutMs: { total: 50 } })
    equal((await rejection(plants.listPlants())) instanceof TimeoutError, true)
  },

  async 'a service that does not listen is a ConnectionError without the query'({ token }) {
    const plants = createPlantClient({ baseUrl: 'http://127.0.0.1:1/api', token, retry: false })
    const error = await rejection(plants.listPlants({ query: { tag: 'secret' } }))
    equal(error instanceof ConnectionError && error.url, 'http://127.0.0.1:1/api/plants')
  },

  async 'a CSV file is read'() {
    const records = parseCsv(`name;note\n'=Fern;new\n`)
    const fields = records.flatMap((record) => ('fields' in record ? record.fields.map(fromCell) : record.reason))
    equal(fields.join(), 'name,note,=Fern,new')
  },
}

/** Returns the error of a call; `undefined` if it succeeds. */
function rejection(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function equal(actual: unknown, expected: unknown): void {
  if (!Object.is(actual, expected)) throw new Error(`${String(actual)} instead of ${String(expected)}`)
}

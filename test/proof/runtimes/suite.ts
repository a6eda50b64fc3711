// What the client does in every runtime and against every face of the API, as named checks. It knows nothing but web
// standards and the package, so that it runs unchanged wherever the package does.
import {
  ConnectionError,
  createPlantClient,
  type PlantClient,
  TimeoutError,
  TokenError,
} from '@plant-collection/client'

/** Something that answers as the API does. */
export interface Face {
  name: string
  baseUrl: string
  token: string
  /** Whether what was created is there afterwards. */
  keeps: boolean
  /** For a face that is in the same process. */
  fetch?: (request: Request) => Promise<Response>
}

export interface Outcome {
  face: string
  check: string
  /** Absent where all is well. */
  failure?: string
}

/** Runs each check against each face, one after the other, and never throws. */
export async function runSuite(faces: Face[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const face of faces) {
    for (const [check, run] of Object.entries(checks)) {
      const failure = await inTime(run(face)).then(() => undefined, String)
      outcomes.push({ face: face.name, check, ...(failure !== undefined && { failure }) })
    }
  }
  return outcomes
}

// A runtime with nothing left to wait for would end in silence, and one that waits for ever would say nothing either.
function inTime(check: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('still running after 10 seconds')), 10_000)
  })
  return Promise.race([check, late]).finally(() => clearTimeout(timer))
}

export const checks: Record<string, (face: Face) => Promise<void>> = {
  async 'a creation answers with the plant and the documented headers'(face) {
    const { body, headers, status } = successful(await client(face).createPlant({ body: { name: 'Ñandú 🌵' } }))
    equal(status, 201)
    equal(headers.location, `plants/${body.id}`)
    truthy(headers.etag.startsWith('"'), 'the entity tag is exposed')
    if (face.keeps) equal(body.name, 'Ñandú 🌵')
  },

  async 'a plant is read, changed with If-Match, and deleted'(face) {
    const plants = client(face)
    const path = { id: successful(await plants.createPlant({ body: { name: 'Hoya' } })).body.id }
    const seen = successful(await plants.getPlant({ path }))
    const header = { 'If-Match': seen.headers.etag }
    const changed = successful(await plants.updatePlant({ path, header, body: { tag: 'wax & more' } }))
    if (face.keeps) {
      equal(changed.body.tag, 'wax & more')
      equal((await plants.updatePlant({ path, header, body: { tag: null } })).status, 412)
    }
    equal(successful(await plants.deletePlant({ path })).body, undefined)
    if (face.keeps) equal((await plants.getPlant({ path })).status, 404)
  },

  async 'a refusal names the field to mend'(face) {
    const refused = await client(face).createPlant({ body: { name: '' } })
    if (refused.status !== 400) throw new Error(`status ${refused.status}`)
    equal(refused.problem.type, '/problems/invalid-request')
    equal(refused.problem.errors[0]?.pointer, '/name')
  },

  async 'a page has no more plants than asked for'(face) {
    equal(successful(await client(face).listPlants({ query: { limit: 1 } })).body.length, 1)
  },

  async 'a walk goes from page to page, to the end'(face) {
    const plants = client(face)
    const tag = `walk ${crypto.randomUUID()} +&=/ü`
    for (const name of ['one', 'two', 'three']) successful(await plants.createPlant({ body: { name, tag } }))
    const pages: string[][] = []
    for await (const { body } of plants.pages({ tag, limit: 2 })) pages.push(body.map(({ name }) => name))
    equal(pages.length, 2)
    if (face.keeps) equal(JSON.stringify(pages), '[["one","two"],["three"]]')
  },

  async 'what is still the same is not sent again'(face) {
    const plants = client(face)
    const { etag } = successful(await plants.listPlants()).headers
    const again = await plants.listPlants({ header: { 'If-None-Match': etag } })
    equal(again.status, face.keeps ? 304 : 200)
  },

  async 'calls at the same time do not get in the way of each other'(face) {
    const names = Array.from({ length: 8 }, (_, index) => `twin ${index}`)
    const created = await Promise.all(names.map((name) => client(face).createPlant({ body: { name } })))
    const answered = created.map((result) => successful(result).body.name)
    if (face.keeps) equal(answered.join(), names.join())
  },

  async 'the token comes from a function, asked anew for each request'(face) {
    let asked = 0
    const token = async () => {
      asked += 1
      return face.token
    }
    const plants = createPlantClient({ ...face, token })
    successful(await plants.listPlants())
    successful(await plants.listPlants())
    equal(asked, 2)
  },

  async 'a token that cannot be had is an error of its own'(face) {
    const token = () => {
      throw new Error('signed out')
    }
    const error = await rejection(createPlantClient({ ...face, token }).listPlants())
    truthy(error instanceof TokenError && error.operation === 'listPlants', String(error))
  },

  async 'a caller who gives up gets its own reason'(face) {
    const reason = new Error('changed my mind')
    const controller = new AbortController()
    const call = rejection(client(face).listPlants({ signal: controller.signal }))
    controller.abort(reason)
    equal(await call, reason)
  },

  async 'a deadline that passes is a TimeoutError'(face) {
    const never = () => new Promise<Response>(() => {})
    const plants = createPlantClient({ ...face, fetch: never, timeoutMs: { total: 50 } })
    const error = await rejection(plants.listPlants())
    truthy(error instanceof TimeoutError, String(error))
  },

  async 'where nobody listens is a ConnectionError that names the place'(face) {
    const plants = createPlantClient({ baseUrl: 'http://127.0.0.1:1/api', token: face.token, retry: false })
    const error = await rejection(plants.listPlants({ query: { tag: 'secret' } }))
    truthy(error instanceof ConnectionError, String(error))
    equal(error.url, 'http://127.0.0.1:1/api/plants')
  },
}

function client(face: Face): PlantClient {
  return createPlantClient(face)
}

function successful<R extends { ok: boolean; status: number | string }>(result: R): Extract<R, { ok: true }> {
  if (!result.ok) throw new Error(`answered with ${result.status}: ${JSON.stringify(result)}`)
  // True because `ok` tells the members of a result apart.
  return result as Extract<R, { ok: true }>
}

function rejection(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`resolved to ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}

function equal(actual: unknown, expected: unknown): void {
  if (!Object.is(actual, expected)) throw new Error(`${String(actual)}, not ${String(expected)}`)
}

function truthy(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise)
}

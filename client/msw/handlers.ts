// Request handlers for Mock Service Worker, made from the contract: the road of a request as the service has it, and at
// its end the documented examples or a collection in memory.

import { type HttpHandler, http } from 'msw'
import { limits } from '../../generated/exchanges.ts'
import { normaliseBaseUrl } from '../base-url.ts'
import { forEachOperation, type OperationId } from '../operation-table.ts'
import { type Admitted, admit, type Caller } from './admit.ts'
import { Collections } from './collection.ts'
import { allowed, isOurs, route } from './contract.ts'
import { exampleAnswer } from './examples.ts'
import type { Overrides } from './override.ts'
import { Refusal } from './refusal.ts'
import { type Made, respond } from './respond.ts'

export interface PlantHandlersOptions {
  /** As the client has it. */
  baseUrl: string
  /**
   * `example`: answers as the contract's examples have them, or as `Prefer: code=404, example=noPlant` wants them.
   * `stateful`: keeps a collection for each caller, in memory.
   */
  mode?: 'example' | 'stateful'
  /** `undefined` for a token that is not valid. Unless told otherwise any token is, and each is a caller of its own. */
  whoIs?: (token: string) => Caller | undefined
}

export interface PlantHandlers {
  /** For `setupServer` or `setupWorker`. */
  handlers: HttpHandler[]
  override: Overrides
  /** Empties the collections. */
  reset(): void
}

/** Answers whatever is at the contract's paths below `baseUrl`; other requests are none of its business. */
export function plantHandlers({ baseUrl, mode = 'example', whoIs = anybody }: PlantHandlersOptions): PlantHandlers {
  const targetOf = targetsBelow(normaliseBaseUrl(baseUrl))
  const collections = new Collections()

  const perform: Perform = (admitted) =>
    (mode === 'stateful' ? collections.perform(admitted) : undefined) ?? exampleAnswer(admitted)

  const handler = (only: OperationId | undefined, answer: Perform, once = false) =>
    http.all(
      ({ request }) => {
        const target = targetOf(request)
        return target !== undefined && (only === undefined || operationAt(request, target.path) === only)
      },
      ({ request }) => answered(request, targetOf(request), whoIs, answer),
      { once },
    )

  return {
    handlers: [handler(undefined, perform)],
    // True because each answers the operation it is named after, and `respond` makes an answer of what its type allows.
    override: forEachOperation(
      (id) =>
        (answer: unknown, { once }: { once?: boolean } = {}) =>
          handler(id, typeof answer === 'function' ? (asked) => answer(asked) : () => answer as Answered, once),
    ) as Overrides,
    reset: () => collections.reset(),
  }
}

type Answered = Made | 'network error' | undefined
type Perform = (admitted: Admitted) => Answered | Promise<Answered>

interface Target {
  path: string
  search: string
}

function anybody(token: string): Caller {
  return { name: token }
}

function targetsBelow(base: string): (request: Request) => Target | undefined {
  const { origin, pathname } = new URL(`${base}/`)
  return ({ url }) => {
    const asked = new URL(url)
    if (asked.origin !== origin || !asked.pathname.startsWith(pathname)) return undefined
    const path = asked.pathname.slice(pathname.length - 1)
    return isOurs(path) ? { path, search: asked.search } : undefined
  }
}

function operationAt({ method }: Request, path: string): OperationId | undefined {
  try {
    return route(method, path)
  } catch {
    return undefined
  }
}

async function answered(
  request: Request,
  target: Target | undefined,
  whoIs: (token: string) => Caller | undefined,
  perform: Perform,
): Promise<Response | undefined> {
  if (target === undefined) return undefined
  let id: OperationId | undefined
  try {
    if (target.path.length + target.search.length > limits.targetBytes) throw new Refusal(414)
    if (request.method === 'OPTIONS') {
      return respond(request, undefined, { status: 204, headers: { Allow: allowed(target.path) } })
    }
    id = route(request.method, target.path) // 404, 405
    const made = await perform(await admit(id, request, target, whoIs))
    if (made === 'network error') return Response.error()
    return made && respond(request, id, made)
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return respond(request, id, { status: thrown.status, ...thrown.details })
  }
}

// Request handlers for Mock Service Worker: the real service, its pipeline and its operations, over a store in memory. Or
// the same pipeline with the documented examples behind it.

import { sha256 } from '@noble/hashes/sha2.js'
import { type HttpHandler, http } from 'msw'
import { requestValidators } from '../../generated/request-validators.js'
import type { FirstDraft } from '../../generated/resources.ts'
import { responseValidators } from '../../generated/response-validators.js'
import { type Digest, toBase64url } from '../../server/core/conditions/digest.ts'
import { contract, findOperation, operations, scopes } from '../../server/core/contract/default-contract.ts'
import { precompiledValidator } from '../../server/core/contract/precompiled-validator.ts'
import { respondWithExample } from '../../server/core/examples/example-response.ts'
import type { Control } from '../../server/core/mock/control.ts'
import { createMockCore, isStateful, type MockCore } from '../../server/core/mock/mock.ts'
import { InvalidToken } from '../../server/core/pipeline/authenticate.ts'
import { createPipeline, type Respond } from '../../server/core/pipeline/pipeline.ts'
import { splitTarget } from '../../server/core/pipeline/target.ts'
import { handlers as ownHandlers } from '../../server/handlers.ts'
import { normaliseBaseUrl } from '../base-url.ts'
import { forEachOperation, type OperationId } from '../operation-table.ts'
import { toHttpRequest, toResponse } from './fetch-adapter.ts'
import type { Overrides } from './override.ts'
import { type AnyOverride, NoResponse, respondWithOverride } from './override-response.ts'

export interface PlantHandlersOptions {
  /** As the client has it. */
  baseUrl: string
  /**
   * `example`: responds with the contract's examples; `Prefer: code=404, example=…` selects one.
   * `stateful`: runs the service over memory, with a collection for each caller. The default if there are `plants`.
   */
  mode?: 'example' | 'stateful'
  /**
   * Returns `undefined` for a token that is not valid. Default: every token is valid but an expired JWT. The `sub` of a JWT is
   * the caller, and every other token is a different caller.
   */
  whoIs?: (token: string) => Caller | undefined
  /** What every collection starts with. Not for `example`. */
  plants?: FirstDraft[]
}

/** The caller that a token names. */
export interface Caller {
  /** The same for the same caller, different for any two. */
  name: string
  /** Default: every scope of the contract. */
  scopes?: string[]
}

export interface PlantHandlers {
  /** For `setupServer` or `setupWorker`. */
  handlers: HttpHandler[]
  override: Overrides
  /** Scenarios, the clock, recorded requests and snapshots: the same as of the mock. */
  control: Control
  reset: Control['reset']
}

const digest: Digest = (text) => toBase64url(sha256(new TextEncoder().encode(text)))

/** Handles every request to the contract's paths below `baseUrl`, and leaves other requests alone. */
export function plantHandlers({ baseUrl, mode, whoIs, plants }: PlantHandlersOptions): PlantHandlers {
  const targetOf = targetsBelow(normaliseBaseUrl(baseUrl))
  const core = createMockCore(contract, {
    validator: precompiledValidator({ requestValidators, responseValidators }),
    handlers: ownHandlers,
    digest,
    respond: isStateful(mode === undefined ? undefined : mode === 'stateful', plants)
      ? undefined
      : respondWithExample(contract),
    plants,
  })

  const handler = (only: OperationId | undefined, respondTo: (request: Request) => Respond, once = false) =>
    http.all(
      ({ request }) => {
        const target = targetOf(request)
        return target !== undefined && (only === undefined || operationAt(request, target) === only)
      },
      ({ request }) => run(request, targetOf(request) ?? '', core, { whoIs, respond: respondTo(request) }),
      { once },
    )

  return {
    handlers: [handler(undefined, () => core.respond)],
    // True because each responds for the operation it is named after, with a response that its type allows.
    override: forEachOperation(
      (id) =>
        (override: AnyOverride, { once }: { once?: boolean } = {}) =>
          handler(id, (request) => respondWithOverride(override, request), once),
    ) as Overrides,
    control: core.control,
    reset: core.control.reset,
  }
}

async function run(
  request: Request,
  target: string,
  core: MockCore,
  { whoIs, respond }: { whoIs: PlantHandlersOptions['whoIs']; respond: Respond },
): Promise<Response | undefined> {
  const pipeline = createPipeline(contract, {
    validator: core.validator,
    respond,
    verify: whoIs === undefined ? core.verify : async (token) => namedCaller(whoIs(token)),
    // The person who writes the test sees the error, not a 500 that the service would send.
    report: (error) => {
      throw error
    },
  })
  try {
    const id = crypto.randomUUID()
    const response = await core.run(id, toHttpRequest(request, target, id), pipeline)
    return toResponse(request, response, core.takeDelivery(id))
  } catch (error) {
    if (error instanceof NoResponse) return error.isNetworkError ? Response.error() : undefined
    throw error
  }
}

function namedCaller(caller: Caller | undefined) {
  if (caller === undefined) throw new InvalidToken()
  return { owner: caller.name, scopes: new Set(caller.scopes ?? scopes) }
}

/** Returns path and query below the base; `undefined` for a request that is not for the API. */
function targetsBelow(base: string): (request: Request) => string | undefined {
  const { origin, pathname } = new URL(`${base}/`)
  const firstSegments = new Set(operations.map(({ segments }) => segments[1]?.text))
  return ({ url }) => {
    const { origin: from, pathname: path, search } = new URL(url)
    if (from !== origin || !path.startsWith(pathname)) return undefined
    const target = path.slice(pathname.length - 1) + search
    // Other paths may be files of the page under test.
    return firstSegments.has(splitTarget(target).path.split('/')[1]) ? target : undefined
  }
}

function operationAt({ method }: Request, target: string): OperationId | undefined {
  try {
    return findOperation(method, splitTarget(target).path).id
  } catch {
    return undefined
  }
}

// Request handlers for Mock Service Worker: the pipeline of the service over a store in memory, or with the documented
// examples behind it.
import { sha256 } from '@noble/hashes/sha2.js'
import { http } from 'msw'
import { normaliseBaseUrl, withBasePath } from '../../client/base-url.ts'
import type { CompiledValidators, Contract } from '../../core/contract/contract.ts'
import { isMatch, matches } from '../../core/contract/segments.ts'
import { compiledValidator } from '../../core/contract/validator.ts'
import type { AnyHandlers } from '../../core/handlers/any-handlers.ts'
import type { Digest } from '../../core/items/conditions.ts'
import { InvalidToken } from '../../core/pipeline/authenticate.ts'
import type { OperationCall } from '../../core/pipeline/pipeline.ts'
import { createPipeline } from '../../core/pipeline/pipeline.ts'
import { operationAt, splitTarget } from '../../core/pipeline/target.ts'
import type { Control, MockTypes, ScenarioResponse } from '../core/control.ts'
import { ControlError } from '../core/control-input.ts'
import { createMockCore } from '../core/mock.ts'
import { NotOverridden, type ResponseOverride } from '../core/scenarios.ts'
import { toHttpRequest, toResponse } from './fetch-adapter.ts'
import type { MockHandlers, MockHandlersOptions, Overrides } from './types.ts'

export interface MockedContract {
  contract: Contract
  validators: CompiledValidators
  /** Handlers of operations that are not standard. */
  handlers: AnyHandlers
}

/** Returns base64url without padding (RFC 4648, 5). */
const digest: Digest = (text) => {
  const base64 = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Handles every request to the contract's paths below `baseUrl`, and leaves other requests alone.
 * @param itemsName The name that a product gives to the option `items`.
 * @throws {ControlError} for an option that is not valid.
 */
export function mockHandlers<T extends MockTypes & { operations: object }>(
  { contract, validators, handlers }: MockedContract,
  options: MockHandlersOptions<T>,
  itemsName = 'items',
): MockHandlers<T> {
  const { baseUrl, mode, identify } = options
  const items = validateOptions(options, itemsName)
  const getTarget = targetsBelow(contract, withBasePath(normaliseBaseUrl(baseUrl), contract.basePath))
  const verify = async (token: string) => {
    const caller = identify?.(token)
    if (caller === undefined) throw new InvalidToken()
    return { owner: caller.name, subject: caller.name, scopes: new Set(caller.scopes ?? contract.scopes) }
  }
  const core = createMockCore(contract, {
    handlers,
    validator: compiledValidator(validators),
    digest,
    stateful: mode === undefined ? undefined : mode === 'stateful',
    items,
  })

  /** Requests in flight, for overrides. */
  const requests = new Map<string, Request>()

  async function run(request: Request, override?: ResponseOverride): Promise<Response | undefined> {
    const id = crypto.randomUUID()
    const pipeline = createPipeline(contract, {
      validator: core.validator,
      respond: (call) => core.respond(call, override),
      verify: identify === undefined ? core.verify : verify,
      limitPrincipal: core.identify,
      // The developer of the test sees the error, instead of the 500 that the service would send.
      report: (error) => {
        throw error
      },
    })
    requests.set(id, request)
    try {
      const response = await core.run(id, toHttpRequest(request, getTarget(request) ?? '', id), pipeline)
      return toResponse(request, response, core.takeDelivery(id))
    } catch (error) {
      if (error instanceof NotOverridden) return undefined
      throw error
    } finally {
      requests.delete(id)
    }
  }

  const handler = (override?: ResponseOverride) =>
    http.all(
      ({ request }) => {
        const target = getTarget(request)
        if (target === undefined || override === undefined) return target !== undefined
        return operationAt(contract, { method: request.method, target }) === override.operation
      },
      ({ request }) => run(request, override),
    )
  const overrides = Object.keys(contract.operations).map((id) => {
    const override = (response: AnyOverride, { once }: { once?: boolean } = {}) =>
      handler({
        operation: id,
        times: once ? 1 : undefined,
        responses: [(call) => overrideResponse(response, call, requests.get(call.request.id))],
      })
    return [id, override]
  })

  return {
    handlers: [handler()],
    // Each responds for the operation it is named after, with a response that its type allows.
    override: Object.fromEntries(overrides) as Overrides<T['operations']>,
    // The core validates what it loads, and returns what the contract documents.
    control: core.control as Control<T>,
    reset: core.control.reset,
  }
}

/** Validates the options, because JavaScript has no types. @throws {ControlError} for an option that is not valid. */
function validateOptions(options: object, itemsName: string): object[] | undefined {
  const optionNames = ['baseUrl', 'mode', 'identify', itemsName]
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new ControlError(`There is no option ${unknown}. The options are ${optionNames.join(', ')}.`)
  const { mode = 'example', [itemsName]: items } = options as Record<string, unknown>
  if (mode !== 'example' && mode !== 'stateful') throw new ControlError('mode must be example or stateful.')
  if (items !== undefined && !Array.isArray(items)) throw new ControlError(`${itemsName} must be an array.`)
  return items
}

/**
 * Returns a function that maps an API request to path and query at a server of the contract; `undefined` for others.
 * @param base Base URL of the client, with the path of the first server.
 */
function targetsBelow(contract: Contract, base: string): (request: Request) => string | undefined {
  const { basePath } = contract
  const { origin, pathname } = new URL(`${base}/`)
  const path = pathname.slice(0, -1)
  // A gateway can replace the path of the first server.
  const [mount, extra] = path.endsWith(basePath) ? [path.slice(0, path.length - basePath.length), ''] : [path, basePath]
  return ({ url }) => {
    const { origin: from, pathname: called, search } = new URL(url)
    if (from !== origin || !called.startsWith(`${mount}/`)) return undefined
    const target = extra + called.slice(mount.length) + search
    const parts = splitTarget(target).path.split('/')
    // Other paths may be files of the page under test. A route that starts with a parameter matches only as a whole.
    const isApiRequest = contract.routes.some(({ segments }) => {
      const [, first = { text: '' }] = segments
      return first.parameter === undefined ? isMatch(first, parts[1] ?? '') : matches(segments, parts)
    })
    return isApiRequest ? target : undefined
  }
}

/** An override of any operation. The code that invokes it knows the operation. */
type AnyOverride = AnyOverrideResult | ((request: object) => unknown)

type AnyOverrideResult = ScenarioResponse | 'network error' | undefined

async function overrideResponse(
  override: AnyOverride,
  { principal: caller, path, query, headers, cookies, body, operation }: OperationCall,
  request: Request | undefined,
): Promise<ScenarioResponse | undefined> {
  const overrideRequest = { request, caller: caller.owner, path, query, header: headers, cookie: cookies, body }
  // `Override` is its public type.
  const result = (typeof override === 'function' ? await override(overrideRequest) : override) as AnyOverrideResult
  // A response with a status stores no item.
  return result === 'network error' ? { status: operation.success.status, cut: 'before' } : result
}

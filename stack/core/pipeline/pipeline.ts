// The request pipeline. Every implementation of the API runs these steps, in the order of checks that the contract
// promises. The last step is a responder: the operations, or documented examples.

import type { AllowedMethods, Contract, Operation } from '../contract/contract.ts'
import { asProblem, renderProblem } from '../contract/problems.ts'
import { allowedMethods, findOperation } from '../contract/routes.ts'
import { type RequestParts, requireValid, type Validator } from '../contract/validator.ts'
import { anonymous, type Principal } from '../principal.ts'
import { authenticate, type Verifiers, type VerifyToken } from './authenticate.ts'
import { noBody, readBody } from './body.ts'
import { toFileViolation } from './form.ts'
import type { DraftResponse, HttpRequest, HttpResponse, ResponseContext } from './http.ts'
import { applyDefaults, readParameters } from './parameters.ts'
import { complete, requireAcceptable, withDeprecation } from './response.ts'
import { readTarget } from './target.ts'

/** A call of an operation: authenticated, validated, with parsed parameters and with defaults. */
export interface OperationCall extends RequestParts {
  operation: Operation
  principal: Principal
  request: HttpRequest
  /** Media type of the body, in lower case and without parameters. Absent without a body. */
  mediaType?: string | undefined
}

/** Produces the response to a valid request. @throws {Problem} */
export type Respond = (call: OperationCall) => Promise<DraftResponse>

export interface PipelineParts {
  verify: VerifyToken
  /** Default: `verify` verifies the credentials of each security scheme. */
  verifiers?: Verifiers | undefined
  /**
   * Origins, besides that of the request, whose pages may send a cookie from a browser without `Sec-Fetch-Site`.
   * Default: none.
   */
  cookieOrigins?: readonly string[] | undefined
  validator: Validator
  respond: Respond
  /**
   * Counts a request of this owner, and may add to the headers of its response. Default: no limit.
   * @throws {Problem} 429
   */
  limitPrincipal?: ((owner: string, request: HttpRequest) => void) | undefined
  /**
   * Called with every internal error and the id of its request. If it throws, `respond` rejects with that error instead
   * of returning a 500: the MSW handlers use this.
   */
  report: (error: unknown, requestId: string) => void
}

export interface Pipeline {
  respond: (request: HttpRequest) => Promise<HttpResponse>
  /** Returns the response to OPTIONS, for a path that supports these methods. */
  respondToOptions: (request: ResponseContext, methods: AllowedMethods) => HttpResponse
  /** Returns the response to a request that cannot enter the pipeline, such as malformed HTTP. */
  respondWithError: (request: ResponseContext, error: unknown) => HttpResponse
}

export function createPipeline(
  contract: Contract,
  { verify, verifiers = {}, cookieOrigins = [], validator, respond, limitPrincipal, report }: PipelineParts,
): Pipeline {
  const { limits, product } = contract
  const verification = { verify, verifiers, realm: product.shortName, cookieOrigins }
  const anyRequest = { responses: contract.httpResponses }

  function toResponse(request: ResponseContext, operation: Operation, draft: DraftResponse): HttpResponse {
    try {
      return complete(request, operation, draft, validator)
    } catch (error) {
      throw draft.refusal ?? error
    }
  }

  /** Validates the response before anything changes. */
  async function commitAndRespond(
    request: ResponseContext,
    operation: Operation,
    draft: DraftResponse,
  ): Promise<HttpResponse> {
    const response = toResponse(request, operation, draft)
    const next = await draft.commit?.()
    return next === undefined ? response : commitAndRespond(request, operation, next)
  }

  function respondToOptions(request: ResponseContext, { allow, acceptPatch }: AllowedMethods): HttpResponse {
    const headers = { Allow: allow, 'Accept-Patch': acceptPatch }
    return complete(request, anyRequest, { status: 204, headers }, validator)
  }

  /** Reports internal errors, and problems that the operation does not document. */
  function errorResponse(request: ResponseContext, operation: Operation | undefined, error: unknown): HttpResponse {
    const problem = asProblem(error)
    if (problem.kind === 'internal-error') report(error, request.id)
    try {
      const draft = { headers: problem.headers, ...renderProblem(contract, problem, request.id) }
      return complete(request, operation ?? anyRequest, draft, validator)
    } catch (secondError) {
      // If not even an internal error can be sent as documented, it is sent without a body.
      if (problem !== error) {
        report(secondError, request.id)
        return { status: 500, headers: {}, body: undefined, operationId: operation?.id }
      }
      return errorResponse(request, operation, secondError)
    }
  }

  return {
    async respond(request) {
      let operation: Operation | undefined
      try {
        const target = readTarget(request, limits) // 414, 400
        if (request.method === 'OPTIONS') return respondToOptions(request, allowedMethods(contract, target.path)) // 404
        operation = findOperation(contract, request.method, target.path) // 404, 405
        const { security } = operation
        const principal = security ? await authenticate(request, target, security, verification) : anonymous // 400, 401, 503, 403
        if (principal !== anonymous) limitPrincipal?.(principal.owner, request) // 429
        requireAcceptable(request, operation) // 406
        const hasNoBody = request.body === undefined && !operation.requiresBody
        const body = hasNoBody ? noBody : await readBody(request, operation, limits) // 400 without a body, 415, 413, 400
        const parts = { ...readParameters(request, target, operation), body: body.value } // 400
        const context = withDeprecation(request, operation, parts) // before the validator fills in defaults
        const { mediaType, files } = body
        const violations = validator.validateRequest(operation, body.schemaMediaType, parts)
        requireValid(
          files === undefined ? violations : violations.map((violation) => toFileViolation(violation, files)),
          parts,
        ) // 400
        applyDefaults(parts, operation)
        if (files !== undefined) parts.body = { ...Object(parts.body), ...files }
        const draft = await respond({ operation, principal, request, mediaType, ...parts }) // 400, 403, 404, 409, 412, 422, 501, 503
        return draft.commit ? await commitAndRespond(context, operation, draft) : toResponse(context, operation, draft)
      } catch (error) {
        return errorResponse(request, operation, error)
      }
    },
    respondToOptions,
    respondWithError: (request, error) => errorResponse(request, undefined, error),
  }
}

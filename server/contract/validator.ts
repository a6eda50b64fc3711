// express-openapi-validator, set up once: the judge of every request, and of the body of every answer.
import type { Response as ExpressResponse, Request, RequestHandler } from 'express'
import { error } from 'express-openapi-validator'
import { OpenApiSpecLoader } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js'
import type { OpenAPIV3, OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js'
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js'
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js'
import { type FieldError, invalidRequest } from '../problem.ts'
import { document, type Response } from './document.ts'
import { cut, escapePart } from './json-pointer.ts'
import { run } from './middleware.ts'
import type { Operation } from './operations.ts'

// Its default formats are loose: 2026-02-30 would pass as a date.
const ajvFormats = { mode: 'full' } as const

// It changes the document it is given (it deletes the examples, for one), so each part gets a copy of its own.
// Its types for a document are its own; that ours is one, it checks itself.
const copy = () => structuredClone(document) as unknown as OpenAPIV3.DocumentV3_1

const contract = new OpenApiSpecLoader({ apiDoc: copy(), validateApiSpec: true, $refParser: { mode: 'bundle' } }).load()
// Left alone it would start with a contract it cannot use, and answer every request with 500.
await contract

// The front door has routed, authenticated and read the body by the time these run (front-door.ts).
const requestValidators: RequestHandler[] = new OpenApiValidator({
  apiSpec: copy(),
  ajvFormats,
  validateRequests: { allErrors: true },
  validateResponses: false,
  validateSecurity: false,
  fileUploader: false,
}).installMiddleware(contract)

/**
 * Judges a request by the contract. Converts its parameters and fills in defaults, on the request itself.
 * @throws {Problem} 400 that names each field to mend.
 */
export async function validateRequest(req: Request, res: ExpressResponse, operation: Operation): Promise<void> {
  try {
    for (const validate of requestValidators) await run(validate, req, res)
  } catch (thrown) {
    throw isBadRequest(thrown) ? invalidRequest(...fieldErrors(thrown, operation)) : thrown
  }
}

type BadRequest = InstanceType<typeof error.BadRequest>

function isBadRequest(thrown: unknown): thrown is BadRequest {
  return thrown instanceof error.BadRequest
}

// One error for each field, the first: a text that is too short seldom matches the pattern either.
function fieldErrors({ errors }: BadRequest, operation: Operation): [FieldError, ...FieldError[]] {
  const fields = errors.map((error) => fieldError(error, operation))
  const firsts = new Map(fields.toReversed().map((error) => [error.pointer ?? error.parameter ?? error.header, error]))
  const [first = { pointer: '', detail: 'is not valid' }, ...others] = [...firsts.values()].toReversed()
  // As many as the contract lets a problem carry.
  return [first, ...others.slice(0, 99)]
}

// It writes /query/limit, /params/id, /headers/if-match, or /body and a pointer into it.
function fieldError(error: BadRequest['errors'][number], { parameters }: Operation): FieldError {
  const [, place = '', ...rest] = error.path.split('/')
  const name = rest.join('/')
  const keyword = error.errorCode?.split('.')[0]
  const detail = detailOf(error.message, keyword)
  if (place === 'query' || place === 'params') return { parameter: cut(name), detail }
  if (place === 'headers') {
    const header = parameters.find((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === name)
    return { header: header?.name ?? name, detail }
  }
  if (rest.length === 0) return { pointer: '', detail }
  // The name of a missing or unknown property is appended as it is; our bodies are flat, so it is all there is.
  const isRaw = keyword === 'required' || keyword === 'additionalProperties'
  return { pointer: cut(`/${isRaw ? escapePart(name) : name}`), detail }
}

function detailOf(message: string, keyword: string | undefined): string {
  // The expression itself helps nobody who does not read expressions; the description of the field does.
  if (keyword === 'pattern') return 'is not of the documented form'
  // The name of an unknown parameter stands in its message, and may hold anything.
  return /^[^\p{Cc}\p{Cs}]{1,500}$/u.test(message) ? message : 'is not valid'
}

// The constructor also takes the option of its formats, which its types do not know.
const responseOptions: ConstructorParameters<typeof ResponseValidator>[1] & { ajvFormats: typeof ajvFormats } = {
  strict: false,
  formats: {},
  ajvFormats,
}
const responseValidator = new ResponseValidator(copy(), responseOptions)

/**
 * What is wrong with the body of an answer, in words; `undefined` where it is as `responses` say.
 * @param place Names the operation these responses belong to; their validators are kept under it.
 */
export function bodyViolation(
  place: string,
  responses: Record<string, Response>,
  status: number,
  body: { mediaType: string; value: unknown } | undefined,
): string | undefined {
  // All that it reads of a request here is what it makes the key of its cache from; of responses, what ours have.
  const request = { method: place, openapi: { expressRoute: '' }, headers: {} } as unknown as OpenApiRequest
  const validators = responseValidator._getOrBuildValidator(request, responses as OpenAPIV3.ResponsesObject)
  const accepts = body === undefined ? [] : [body.mediaType]
  try {
    // Its types want an object; a missing body and an array are among what it judges.
    responseValidator._validate({ validators, body: body?.value as object, statusCode: status, path: place, accepts })
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

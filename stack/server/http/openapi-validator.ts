// The adapter of express-openapi-validator 5.6, which validates every request. It knows the private API of the library,
// whose middleware would route, parse and compile again for each request. Its response hook sees only what goes through
// `res.json` below status 500, so the validators of responses, which it has compiled, are called directly.
import { BadRequest, type OpenAPIV3, type OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js'
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { compiledValidator, existing, toViolation } from '../../core/contract/compiled-validator.ts'
import type { Contract } from '../../core/contract/contract.ts'
import type { CompiledValidator, CompiledValidators, ValidationError } from '../../core/contract/contract-data.ts'
import { validatedMediaTypes } from '../../core/contract/media-types.ts'
import type { OperationPlan } from '../../core/contract/plan.ts'
import { lowerCased, type RequestParts, type Validator } from '../../core/contract/validator.ts'

// All validators are compiled already, so the document from which the library would compile them is empty.
const nothing: OpenAPIV3.DocumentV3 = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} }
// `meta: false`: Ajv need not load the schema of schemas.
const options = { formats: {}, meta: false }

/** @throws {Error} if a validator of the contract is missing. */
export function createOpenApiValidator(contract: Contract, compiled: CompiledValidators): Validator {
  const { operations, httpResponses } = contract
  for (const { bodies } of [...operations.flatMap(({ responses }) => responses.all), ...httpResponses.all]) {
    for (const { validator } of bodies.values()) if (validator) existing(compiled.responseValidators, validator)
  }
  return { ...compiledValidator(compiled), validateRequest: requestValidation(contract, compiled) }
}

function requestValidation(
  { operations, digest }: Contract,
  compiled: CompiledValidators,
): Validator['validateRequest'] {
  const validator = new RequestValidator(nothing, options as object)
  /** Those of Ajv. The library turns them into paths that do not escape the names of properties. */
  let errors: ValidationError[] = []
  // The library calls it before it throws.
  const errorsText = (found: ValidationError[]) => {
    errors = found
    return ''
  }
  Object.assign(validator, {
    ajv: { ...limited(compiled.parameterValidators), errorsText },
    ajvBody: limited(compiled.bodyValidators),
  })

  const schemas = new Map(operations.map(({ id }) => [id, existing(compiled.operations, id)]))
  const marks = new Map(operations.flatMap((operation) => bracketMarks(operation, digest)))

  const validateRequest = (operation: OperationPlan, mediaType: string | undefined, parts: RequestParts) => {
    const mark = marks.get(operation.id)
    if (mark !== undefined) Object.defineProperty(parts.query, '_openapi', { value: mark })
    const request = expressRequest(operation, schemas.get(operation.id), mediaType, parts)
    // Its errors describe the request; nobody reads where they were thrown.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    let isValid = false
    errors = []
    try {
      // It is synchronous for JSON.
      void validator.validate(request, undefined as never, () => {
        isValid = true
      })
    } catch (thrown) {
      if (!(thrown instanceof BadRequest) || errors.length === 0) throw thrown
      return errors.map((error) => toViolation(error, operation))
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
    if (!isValid) throw new Error('express-openapi-validator has not validated a request.')
    return []
  }
  // Prepares each operation now, and not during its first request.
  for (const operation of operations) {
    for (const mediaType of validatedMediaTypes(operation.requestMediaTypes, operation.requiresBody)) {
      validateRequest(operation, mediaType, { path: {}, query: {}, headers: {}, cookies: {}, body: undefined })
    }
  }
  return validateRequest
}

/**
 * The library reads a name such as `filter[name]` as an object, unless the query has this property. It keeps the names
 * by `path`, so that must be unique in a process.
 */
function bracketMarks({ id, query }: OperationPlan, digest: string): [id: string, mark: object][] {
  const names = [...query.keys()].filter((name) => name.includes('['))
  const parameters = names.map((name) => ({ in: 'query', name }))
  return names.length === 0 ? [] : [[id, { schema: { path: `${digest} ${id}`, parameters } }]]
}

/** A body can have thousands of errors, which the library reads three times. A problem names a hundred fields. */
const maxErrors = 300

/** As much of Ajv as the library uses for a request. */
function limited(validators: Record<string, CompiledValidator>) {
  return { getSchema: (key: string) => withFewErrors(existing(validators, key)) }
}

function withFewErrors(validate: CompiledValidator): CompiledValidator {
  const limited: CompiledValidator = (value) => {
    const isValid = validate(value)
    limited.errors = isValid ? [] : validate.errors.slice(0, maxErrors)
    return isValid
  }
  limited.errors = []
  return limited
}

// As much of a request of Express as the validator reads. It keeps one compiled validator per Content-Type, so it must
// see documented media types only. https://github.com/cdimascio/express-openapi-validator
function expressRequest(
  operation: OperationPlan,
  schema: unknown,
  mediaType: string | undefined,
  parts: RequestParts,
): OpenApiRequest {
  const { method, path } = operation
  const request = {
    method,
    path,
    // Parameters in their raw form are checked by the pipeline (parameters.ts).
    originalUrl: path,
    query: parts.query,
    params: parts.path,
    cookies: parts.cookies,
    headers: { ...lowerCased(operation, parts.headers), ...(mediaType && { 'content-type': mediaType }) },
    body: parts.body,
    openapi: { expressRoute: path, openApiRoute: path, pathParams: parts.path, schema },
  }
  return request as unknown as OpenApiRequest
}

// The adapter of express-openapi-validator 5.6: it validates every request and every response body. The only file that
// knows its private API. Its middleware would route, parse and compile again for each request, and its response hook
// sees only what goes through `res.json` below status 500; so its two validators are called directly.
import { readFileSync } from 'node:fs'
import { error } from 'express-openapi-validator'
import { OpenApiSpecLoader } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js'
import type { OpenAPIV3, OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js'
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js'
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js'
import { httpResponses, type OperationPlan, operations, type ResponsePlan } from '../core/contract/plan.ts'
import type { RequestParts, Validator, Violation } from '../core/contract/validator.ts'

type Document = OpenAPIV3.DocumentV3_1
type ValidationErrors = InstanceType<typeof error.BadRequest>['errors']

const contractFile = new URL('../../generated/openapi.json', import.meta.url)

// The default formats of the library are loose: 2026-02-30 would pass as a date.
const options = {
  strict: false,
  formats: {},
  validateFormats: true,
  ajvFormats: { mode: 'full' },
  serDesMap: {},
} as const

/**
 * Compiles every validator now, so that none is compiled during a request.
 * @param contract As JSON, in OpenAPI 3.1 or 3.0.
 * @throws {Error} for a contract that cannot be used. Left alone, the library would start with it and respond 500 to all.
 */
export async function createOpenApiValidator(contract = readFileSync(contractFile, 'utf8')): Promise<Validator> {
  // It changes the document it gets, so each part gets its own copy.
  const copy = (): Document => JSON.parse(contract)
  // Stryker disable BooleanLiteral,ObjectLiteral,StringLiteral: only a broken contract shows it, in a process
  const { apiDoc } = await new OpenApiSpecLoader({
    apiDoc: copy(),
    validateApiSpec: true,
    $refParser: { mode: 'bundle' },
  }).load()
  // Stryker restore all
  new SchemaPreprocessor(apiDoc, { ...options, coerceTypes: true }, undefined as never).preProcess()
  return { validateRequest: requestValidation(apiDoc as Document), validateResponse: responseValidation(copy()) }
}

function requestValidation(apiDoc: Document): Validator['validateRequest'] {
  const validator = new RequestValidator(apiDoc, { ...options, useDefaults: true, allErrors: true } as object)
  const schemas = new Map(operations.map(({ id, path, method }) => [id, operationObject(apiDoc, path, method)]))

  const validateRequest = (operation: OperationPlan, mediaType: string | undefined, parts: RequestParts) => {
    const request = expressRequest(operation, schemas.get(operation.id), mediaType, parts)
    try {
      // It is synchronous for JSON.
      void validator.validate(request, undefined as never, () => {})
    } catch (thrown) {
      if (!(thrown instanceof error.BadRequest)) throw thrown
      return violationsOf(thrown.errors, operation)
    }
    return []
  }
  for (const operation of operations) {
    const mediaTypes = operation.requestMediaTypes.length === 0 ? [undefined] : operation.requestMediaTypes
    for (const mediaType of mediaTypes) {
      validateRequest(operation, mediaType, { path: {}, query: {}, headers: {}, body: undefined })
    }
  }
  return validateRequest
}

function operationObject(apiDoc: Document, path: string, method: string): unknown {
  // The validator accepts the document, so a path item has its operations by method.
  return (apiDoc.paths?.[path] as Record<string, unknown> | undefined)?.[method.toLowerCase()]
}

// As much of a request of Express as the validator reads. It keeps one compiled validator per Content-Type, so it must
// see documented media types only. https://github.com/cdimascio/express-openapi-validator
function expressRequest(
  { method, path }: OperationPlan,
  schema: unknown,
  mediaType: string | undefined,
  parts: RequestParts,
): OpenApiRequest {
  const headers = Object.entries(parts.headers).map(([name, value]) => [name.toLowerCase(), value])
  const request = {
    method,
    path,
    // Parameters in their raw form are checked by the pipeline (parameters.ts).
    originalUrl: path,
    query: parts.query,
    params: parts.path,
    headers: { ...Object.fromEntries(headers), ...(mediaType && { 'content-type': mediaType }) },
    body: parts.body,
    openapi: { expressRoute: path, openApiRoute: path, pathParams: parts.path, schema },
  }
  return request as unknown as OpenApiRequest
}

// Paths are /query/limit, /params/id, /headers/if-match, or /body and a JSON Pointer.
function violationsOf(errors: ValidationErrors, { headers }: OperationPlan): Violation[] {
  return errors.map(({ path, message, errorCode }) => {
    const [, place = '', ...rest] = path.split('/')
    const name = rest.join('/')
    const keyword = errorCode?.split('.')[0]
    if (place === 'query' || place === 'params') return { in: 'parameter', name, keyword, message }
    if (place === 'headers') {
      const declared = headers.find((header) => header.toLowerCase() === name)
      return { in: 'header', name: declared ?? name, keyword, message }
    }
    // The name of an unknown property is appended as it is; our bodies are flat, so it is the whole pointer.
    if (keyword === 'additionalProperties') return { in: 'body', name: '', property: name, keyword, message }
    return { in: 'body', name: rest.length === 0 ? '' : `/${name}`, keyword, message }
  })
}

function responseValidation(apiDoc: Document): Validator['validateResponse'] {
  const validator = new ResponseValidator(apiDoc, options)
  const plans = [...operations.flatMap(({ responses }) => [...responses.values()]), ...httpResponses.values()]
  const compiled = new Map(plans.map((plan) => [plan.name, compile(plan)]))

  function compile({ name, status }: ResponsePlan) {
    // Of the request it reads only its cache key.
    const request = { method: name, openapi: { expressRoute: '' }, headers: {} } as unknown as OpenApiRequest
    return validator._getOrBuildValidator(request, { [status]: responseObject(apiDoc, name) })
  }

  return ({ name, status, mediaType = '' }, body) => {
    const validators = compiled.get(name) ?? {}
    try {
      // Its types want an object; a missing body and an array are among what it validates.
      validator._validate({ validators, body: body as object, statusCode: status, path: name, accepts: [mediaType] })
      return undefined
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown)
    }
  }
}

/** A component, or the response of an operation, named like `listPlants200`. */
function responseObject(apiDoc: Document, name: string): OpenAPIV3.ResponseObject {
  const component = apiDoc.components?.responses?.[name]
  const [, id, status] = /^(.*?)(\d{3})$/.exec(name) ?? []
  const plan = operations.find((operation) => operation.id === id)
  const operation = plan && (operationObject(apiDoc, plan.path, plan.method) as OpenAPIV3.OperationObject)
  const found = component ?? operation?.responses?.[status ?? '']
  if (found === undefined) throw new Error(`The contract has no response ${name}: run make generate.`)
  return found as OpenAPIV3.ResponseObject
}

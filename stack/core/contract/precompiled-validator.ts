// A validator for places where express-openapi-validator cannot run, such as a browser: generated from the same schemas.
import type { CompiledValidator, ValidationError } from './contract-data.ts'
import { bodyViolation, type Validator, type Violation } from './validator.ts'

export function precompiledValidator({ requestValidators, responseValidators }: PrecompiledValidators): Validator {
  return {
    validateRequest({ id }, _mediaType, parts) {
      return [
        ...errorsOf(requestValidators[id], parts).map(parameterViolation),
        ...errorsOf(requestValidators[`${id}Body`], parts.body).map(bodyViolation),
      ]
    },
    validateResponse({ name }, body, text) {
      const [error] = errorsOf(responseValidators[name], body ?? (text && JSON.parse(text)))
      return error && `${error.instancePath} ${error.message}`
    },
  }
}

/** What `make generate` compiles without imports, so that a page can load it. */
export interface PrecompiledValidators {
  /** By `operationId`, of the parameters; with the suffix `Body`, of the body. */
  requestValidators: Record<string, CompiledValidator>
  /** By the name of the response. */
  responseValidators: Record<string, CompiledValidator>
}

function errorsOf(validate: CompiledValidator | undefined, value: unknown): ValidationError[] {
  if (validate === undefined || validate(value)) return []
  // As express-openapi-validator words it.
  const describe = ({ keyword, params, message }: ValidationError) =>
    keyword === 'enum' ? `${message}: ${[params.allowedValues].flat().join(', ')}` : message
  return validate.errors.map((error) => ({ ...error, message: describe(error) }))
}

// The path is /query/limit or the like: the parameters of an operation are not nested. A missing one is not in the path.
function parameterViolation({ instancePath, keyword, params, message }: ValidationError): Violation {
  const [, place, name = String(params.missingProperty)] = instancePath.split('/')
  return { in: place === 'headers' ? 'header' : 'parameter', name, keyword, message }
}

// The compiled validators of a contract, called without express-openapi-validator: a mock and handlers for tests need no library,
// and a browser can run them. The service calls the same ones through the library (stack/server/http/openapi-validator.ts).
import type { CompiledValidator, CompiledValidators, ValidationError } from './contract-data.ts'
import type { OperationPlan } from './plan.ts'
import { bodyViolation, lowerCased, type Validator, type Violation } from './validator.ts'
import { validatorKey } from './validator-key.ts'

/** @throws {Error} when a validator is missing: the contract and its validators do not belong together. */
export function compiledValidator(compiled: CompiledValidators): Validator {
  const { parameterValidators, bodyValidators, responseValidators } = compiled
  return {
    validateRequest(operation, mediaType, { path, query, headers, body }) {
      const key = validatorKey(operation.method, operation.path, mediaType)
      const parameters = { query, headers: lowerCased(operation, headers), params: path }
      const errors = [
        ...errorsOf(existing(parameterValidators, key), parameters),
        ...errorsOf(existing(bodyValidators, key), { body }),
      ]
      return errors.map((error) => violationOf(error, operation))
    },
    validateResponse({ validator }, value, text) {
      const response = value ?? (text && JSON.parse(text))
      if (response === undefined) return 'there is no body'
      if (validator === undefined) return undefined
      const [error] = errorsOf(existing(responseValidators, validator), { response })
      return error && `${error.instancePath} ${error.message}`
    },
  }
}

export function existing<T>(table: Record<string, T>, key: string): T {
  const found = table[key]
  if (found === undefined) throw new Error(`generated/ has no validator for ${key}: run make generate.`)
  return found
}

export function errorsOf(validate: CompiledValidator, value: unknown): ValidationError[] {
  if (validate(value)) return []
  // As express-openapi-validator words it.
  const describe = ({ keyword, params, message }: ValidationError) =>
    keyword === 'enum' ? `${message}: ${[params.allowedValues].flat().join(', ')}` : message
  return validate.errors.map((error) => ({ ...error, message: describe(error) }))
}

/** @param error Its path is /query/limit, /params/id, /headers/if-match, or /body and a JSON Pointer. */
export function violationOf(error: ValidationError, { headerFields }: OperationPlan): Violation {
  const { instancePath, keyword, params, message } = error
  // A missing parameter is not in the path.
  const [, place, name = String(params.missingProperty)] = instancePath.split('/')
  if (place === 'query' || place === 'params') return { in: 'parameter', name, keyword, message }
  if (place === 'headers') {
    const [declared = name] = headerFields.find(([, field]) => field === name) ?? []
    return { in: 'header', name: declared, keyword, message }
  }
  return bodyViolation({ ...error, instancePath: instancePath.slice('/body'.length) })
}

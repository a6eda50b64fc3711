// The validators that express-openapi-validator compiles at generation: the service, the mock and the handlers for tests
// call them, also in a browser.
import type { CompiledValidator, CompiledValidators, ValidationError } from './contract-data.ts'
import { validatorMessage } from './field-message.ts'
import { unescapeToken } from './json-pointer.ts'
import { validatorKey } from './media-types.ts'
import type { OperationPlan } from './plan.ts'
import { bodyViolation, lowerCased, type Validator, type Violation } from './validator.ts'

/** @throws {Error} when a validator is missing: the contract and its validators do not belong together. */
export function compiledValidator(compiled: CompiledValidators): Validator {
  const { parameterValidators, bodyValidators, responseValidators } = compiled
  return {
    validateRequest(operation, mediaType, { path, query, headers, cookies, body }) {
      const key = validatorKey(operation.method, operation.path, mediaType)
      const parameters = { query, headers: lowerCased(operation, headers), params: path, cookies }
      const errors = [
        ...findErrors(existing(parameterValidators, key), parameters),
        ...findErrors(existing(bodyValidators, key), { body }),
      ]
      return errors.map((error) => toViolation(error, operation))
    },
    validateResponse({ validator, declared }, value, text) {
      const response = value ?? (text && JSON.parse(text))
      if (response === undefined) return 'there is no body'
      const errors = validator === undefined ? [] : findErrors(existing(responseValidators, validator), { response })
      const [error] = errors
      if (error !== undefined) return `${error.instancePath} ${error.message}`
      // A list has the JSON of its items as it is stored.
      return value === undefined && declared(response) !== response ? 'a property is not declared' : undefined
    },
  }
}

export function existing<T>(table: Record<string, T>, key: string): T {
  const found = table[key]
  if (found === undefined) throw new Error(`generated/ has no ${key}: run make generate.`)
  return found
}

/** A body can have thousands of errors. A problem names a hundred fields. */
const maxErrors = 300

export function findErrors(validate: CompiledValidator, value: unknown): ValidationError[] {
  if (validate(value)) return []
  return validate.errors.slice(0, maxErrors).map((error) => ({ ...error, message: validatorMessage(error) }))
}

const groups = ['query', 'params', 'cookies', 'headers']

/** @param error Its path is /query/limit, /params/id, /headers/if-match, /cookies/theme, or /body/name. */
export function toViolation(error: ValidationError, { headerFields }: OperationPlan): Violation {
  const { instancePath, keyword, params } = error
  const message = validatorMessage(error)
  const [, place = '', inside] = instancePath.split('/')
  if (!groups.includes(place))
    return bodyViolation({ ...error, message, instancePath: instancePath.slice('/body'.length) })
  // A missing parameter is not in the path.
  const name = inside === undefined ? String(params.missingProperty) : unescapeToken(inside)
  // What is missing in an object, or too much, has no name in the problem.
  const isOfObject = inside !== undefined && ['required', 'additionalProperties'].includes(keyword)
  const violation = { keyword: isOfObject ? undefined : keyword, message }
  if (place !== 'headers') return { in: 'parameter', name, ...violation }
  const [declared = name] = headerFields.find(([, field]) => field === name) ?? []
  return { in: 'header', name: declared, ...violation }
}

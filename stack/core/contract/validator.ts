// The validators of requests and responses that express-openapi-validator compiles at generation: the service, the mock
// and the handlers for tests call them, even in a browser. Also turns their errors into problems.
import { type FieldError, invalidRequest } from '../problem.ts'
import type { CompiledValidator, CompiledValidators, Operation, ResponseBody, ValidationError } from './contract.ts'
import { fieldMessage, schemaMessage, validatorMessage } from './field-message.ts'
import { escapeToken, unescapeToken } from './json-pointer.ts'
import { validatorKey } from './media-types.ts'

/** The value of a parameter, converted to the type that the contract declares. */
export type ParameterValue = string | number | boolean | null | ParameterValue[] | { [name: string]: ParameterValue }

/** The parts of a request that have a schema. A validator fills in the defaults of the query and the body in place. */
export interface RequestParts {
  path: Record<string, ParameterValue>
  query: Record<string, unknown>
  /** Headers that the operation declares, by their names in the contract. */
  headers: Record<string, ParameterValue>
  cookies: Record<string, ParameterValue>
  body: unknown
}

/** Returns headers by their lower-case names, by which the compiled validators know them. */
export function lowerCaseNames({ headerFields }: Operation, headers: RequestParts['headers']): RequestParts['headers'] {
  const values: RequestParts['headers'] = {}
  for (const [name, field] of headerFields) {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (value !== undefined) values[field] = value
  }
  return values
}

export interface Validator {
  /** `CompiledValidators.digest`. */
  digest: string
  /**
   * Returns every violation of the contract; none for a valid request.
   * @param mediaType Media type or range whose schema the body must match. `undefined`: nothing validates the body.
   */
  validateRequest: (operation: Operation, mediaType: string | undefined, parts: RequestParts) => Violation[]
  /** Returns what is wrong with the body of a response; `undefined` for a valid body. */
  validateResponse: (body: Pick<ResponseBody, 'validator'>, value: unknown) => string | undefined
}

export interface Violation {
  in: 'parameter' | 'header' | 'body'
  /** Name of a parameter or a header; JSON Pointer into a body. */
  name: string
  keyword: string | undefined
  message: string
}

type StringParts = Pick<RequestParts, 'path' | 'query' | 'cookies' | 'body'>

/** @param error Error of Ajv, whose path does not include a missing or unknown property. */
export function bodyViolation({ instancePath, keyword, params, message }: ValidationError): Violation {
  const property =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName
  const name = property === undefined ? instancePath : `${instancePath}/${escapeToken(String(property))}`
  return { in: 'body', name, keyword, message }
}

// The contract allows 100 errors in one problem, and a body can have thousands.
const maxErrors = 100
/** Maximum number of violations that are read: each can have a name as long as the body. */
const maxViolations = 300

/** @throws {Problem} 400 that names each field once, with its first violation: more of them often follow from it. */
export function requireValid(violations: Violation[], parts: StringParts): void {
  const errors = new Map<string | undefined, FieldError>()
  const add = (all: Violation[]) => {
    for (const violation of all.slice(0, maxViolations)) {
      if (errors.size === maxErrors) return
      const error = fieldError(violation)
      const key = error.pointer ?? error.parameter ?? error.header
      if (!errors.has(key)) errors.set(key, error)
    }
  }
  add(violations)
  if (errors.size < maxErrors) add(findMalformedStrings(parts))
  const [first, ...others] = errors.values()
  if (first !== undefined) throw invalidRequest(first, ...others)
}

function fieldError(violation: Violation): FieldError {
  const { in: location, name } = violation
  const detail = schemaMessage(violation)
  if (location === 'header') return { header: name, detail }
  if (location !== 'body') return { parameter: name, detail }
  return { pointer: name, detail }
}

// No store can keep these strings: PostgreSQL has no U+0000, and UTF-8 has no unpaired surrogates.
export function findMalformedStrings({ path, query, cookies, body }: StringParts): Violation[] {
  const rest = { keyword: undefined, message: fieldMessage.malformedString }
  const violations: Violation[] = []
  for (const values of [path, query, cookies]) {
    for (const name in values) if (hasMalformedString(values[name])) violations.push({ in: 'parameter', name, ...rest })
  }
  for (const name of findMalformed(body, '', [])) violations.push({ in: 'body', name, ...rest })
  return violations
}

/** Adds the JSON Pointers of malformed strings and property names. Recursion is safe: a body has few levels. */
function findMalformed(value: unknown, pointer: string, pointers: string[]): string[] {
  if (isMalformed(value)) pointers.push(pointer)
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) findMalformed(member, `${pointer}/${index}`, pointers)
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const [name, member] of Object.entries(value)) {
      const isNested = typeof member === 'object' && member !== null
      if (!isNested && !isMalformed(name) && !isMalformed(member)) continue
      const at = `${pointer}/${escapeToken(name)}`
      if (isMalformed(name)) pointers.push(at)
      findMalformed(member, at, pointers)
    }
  }
  return pointers
}

export function hasMalformedString(value: unknown): boolean {
  return typeof value === 'object' ? findMalformed(value, '', []).length > 0 : isMalformed(value)
}

function isMalformed(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
}

/** The methods throw an Error if a validator is missing: then the contract and its validators do not match. */
export function compiledValidator(compiled: CompiledValidators): Validator {
  const { parameterValidators, bodyValidators, responseValidators } = compiled
  return {
    digest: compiled.digest,
    validateRequest(operation, mediaType, { path, query, headers, cookies, body }) {
      const key = validatorKey(operation.method, operation.path, mediaType)
      const parameters = { query, headers: lowerCaseNames(operation, headers), params: path, cookies }
      const errors = [
        ...findErrors(getOrThrow(parameterValidators, key), parameters),
        ...findErrors(getOrThrow(bodyValidators, key), { body }),
      ]
      return errors.map((error) => toViolation(error, operation))
    },
    validateResponse({ validator }, response) {
      if (response === undefined) return 'there is no body'
      const errors = validator === undefined ? [] : findErrors(getOrThrow(responseValidators, validator), { response })
      const [error] = errors
      return error && `${error.instancePath} ${error.message}`
    },
  }
}

export function getOrThrow<T>(table: Record<string, T>, key: string): T {
  const value = table[key]
  if (value === undefined) throw new Error(`generated/ has no ${key}: run make generate.`)
  return value
}

export function findErrors(validate: CompiledValidator, value: unknown): ValidationError[] {
  if (validate(value)) return []
  return validate.errors.slice(0, maxViolations).map((error) => ({ ...error, message: validatorMessage(error) }))
}

const groups = ['query', 'params', 'cookies', 'headers']

/** @param error Error with a path such as /query/limit, /params/id, /headers/if-match, /cookies/theme, or /body/name. */
export function toViolation(error: ValidationError, { headerFields }: Operation): Violation {
  const { instancePath, keyword, params } = error
  const message = validatorMessage(error)
  const [, location = '', token] = instancePath.split('/')
  if (!groups.includes(location))
    return bodyViolation({ ...error, message, instancePath: instancePath.slice('/body'.length) })
  // A missing parameter is not in the path.
  const name = token === undefined ? String(params.missingProperty) : unescapeToken(token)
  // A missing or additional property of an object parameter is not named in the problem.
  const isOfObject = token !== undefined && ['required', 'additionalProperties'].includes(keyword)
  const violation = { keyword: isOfObject ? undefined : keyword, message }
  if (location !== 'headers') return { in: 'parameter', name, ...violation }
  const [declared = name] = headerFields.find(([, field]) => field === name) ?? []
  return { in: 'header', name: declared, ...violation }
}

// What an operation of a contract needs and takes, and which items its path names.
import { randomUUID } from 'node:crypto'
import type { ContractOperation, ContractParameter } from './tested-contract.ts'

/** Whether the operation refuses a token that is not valid. */
export function needsToken({ credentials, responses }: ContractOperation): boolean {
  return credentials.length > 0 && responses.has(401)
}

export function getParameters({ parameters }: ContractOperation, where: ContractParameter['in']): ContractParameter[] {
  return parameters.filter((parameter) => parameter.in === where)
}

/** The names of the parameters of a path, from the outermost. The last one names an item if the path ends with it. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** The path of the collection whose items a parameter names: `/rooms` for `roomId` in `/rooms/{roomId}/bookings`. */
export function collectionPath(path: string, parameter: string): string {
  return path.slice(0, Math.max(0, path.indexOf(`/{${parameter}}`)))
}

/** Whether a parameter names an item that the tester can create. */
export function isOfItem({ contract, path, parameters }: ContractOperation, parameter: string): boolean {
  const { type } =
    parameters.find((candidate) => candidate.in === 'path' && candidate.name === parameter)?.schema.keywords ?? {}
  const isId = type === undefined || [type].flat().some((typeName) => typeName === 'string' || typeName === 'integer')
  return isId && contract.creations.some((creation) => creation.path === collectionPath(path, parameter))
}

/** The parameters of the path that can have any value. */
export function freeParameters(operation: ContractOperation): ContractParameter[] {
  return getParameters(operation, 'path').filter(({ name }) => !isOfItem(operation, name))
}

/** Whether the service evaluates a condition, or keeps an idempotency key: only then does a problem refuse one. */
export function takes(operation: ContractOperation | undefined, header: string): boolean {
  const isKey = header === 'Idempotency-Key'
  const problem = isKey ? ':idempotency-key-reused' : ':precondition-failed'
  const isEvaluated = operation?.responses.get(isKey ? 422 : 412)?.types.some((type) => type.endsWith(problem))
  return isEvaluated === true && operation?.parameters.some(({ name }) => name === header) === true
}

/** Whether a UUID can be an idempotency key of the operation: a contract may say which keys are valid. */
export function takesKey(operation: ContractOperation | undefined): boolean {
  const parameter = operation?.parameters.find(({ name }) => name === 'Idempotency-Key')
  return takes(operation, 'Idempotency-Key') && parameter?.schema.isValid(randomUUID()) === true
}

export function operationsBeside({ contract, path, base }: ContractOperation): ContractOperation[] {
  // For a request, the names of parameters make no difference.
  const unnamed = (text: string) => text.replace(/\{[^{}]+\}/g, '{}')
  return contract.operations.filter((operation) => unnamed(operation.path) === unnamed(path) && operation.base === base)
}

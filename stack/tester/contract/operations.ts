// Queries on the operations of a contract: credentials, parameters, supported headers, and the items in their paths.
import { randomUUID } from 'node:crypto'
import type { ContractOperation, ContractParameter } from './tested-contract.ts'

/** Whether the operation refuses a request without a valid token. */
export function needsToken({ credentials, responses }: ContractOperation): boolean {
  return credentials.length > 0 && responses.has(401)
}

export function getParameters({ parameters }: ContractOperation, where: ContractParameter['in']): ContractParameter[] {
  return parameters.filter((parameter) => parameter.in === where)
}

/** Returns the names of the path parameters in their order. The last one names an item if the path ends with it. */
export function getPathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** Returns the path of the collection whose items a parameter names: `/rooms` for `/rooms/{roomId}/bookings`. */
export function getCollectionPath(path: string, parameter: string): string {
  return path.slice(0, Math.max(0, path.indexOf(`/{${parameter}}`)))
}

/** Whether a path parameter names an item that the tester can create. */
export function namesItem({ contract, path, parameters }: ContractOperation, parameter: string): boolean {
  const { type } =
    parameters.find((candidate) => candidate.in === 'path' && candidate.name === parameter)?.schema.keywords ?? {}
  const isId = type === undefined || [type].flat().some((typeName) => typeName === 'string' || typeName === 'integer')
  return isId && contract.creations.some((creation) => creation.path === getCollectionPath(path, parameter))
}

/** Returns the path parameters that name no item that the tester can create: any valid value will do. */
export function getFreeParameters(operation: ContractOperation): ContractParameter[] {
  return getParameters(operation, 'path').filter(({ name }) => !namesItem(operation, name))
}

/** Whether the operation evaluates a precondition or stores an idempotency key: only then does it document their errors. */
export function supports(operation: ContractOperation | undefined, header: string): boolean {
  const isKey = header === 'Idempotency-Key'
  const problem = isKey ? ':idempotency-key-reused' : ':precondition-failed'
  const isEvaluated = operation?.responses.get(isKey ? 422 : 412)?.types.some((type) => type.endsWith(problem))
  return isEvaluated === true && operation?.parameters.some(({ name }) => name === header) === true
}

/** Whether the operation supports idempotency keys, and a UUID is a valid one: a contract can restrict them. */
export function supportsKey(operation: ContractOperation | undefined): boolean {
  const parameter = operation?.parameters.find(({ name }) => name === 'Idempotency-Key')
  return supports(operation, 'Idempotency-Key') && parameter?.schema.isValid(randomUUID()) === true
}

/** Returns all operations of a path, including the given one. The names of path parameters make no difference. */
export function getOperationsOfPath({ contract, path, base }: ContractOperation): ContractOperation[] {
  const withoutParameterNames = (text: string) => text.replace(/\{[^{}]+\}/g, '{}')
  return contract.operations.filter(
    (operation) => withoutParameterNames(operation.path) === withoutParameterNames(path) && operation.base === base,
  )
}

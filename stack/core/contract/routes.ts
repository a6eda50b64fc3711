// Finds the operation for a method and a path. Both must match the contract exactly, including case.
import { Problem } from '../problem.ts'
import type { AllowedMethods, Contract, Operation, Route } from './contract.ts'
import { matches } from './segments.ts'

/**
 * @param path Path without the query, in which only unreserved characters are decoded.
 * @throws {Problem} 404 for an unknown path; 405 with `Allow` for a method that the path does not have.
 */
export function findOperation(contract: Contract, method: string, path: string): Operation {
  const route = findRoute(contract, path)
  // HEAD is GET without the body (RFC 9110, 9.3.2).
  const name = method === 'HEAD' ? 'GET' : method
  const id = Object.hasOwn(route.operations, name) ? route.operations[name] : undefined
  if (id === undefined) throw methodNotAllowed(route)
  return getOperation(contract, id)
}

/** @throws {Error} if the contract has no such operation. */
export function getOperation({ operations }: Contract, id: string): Operation {
  const { [id]: operation } = operations
  if (operation === undefined) throw new Error(`The contract has no operation ${id}.`)
  return operation
}

/** Whether an operation has exactly this path: no parameter matches a part of it. */
export function hasPath({ operations }: Contract, path: string): boolean {
  return Object.values(operations).some((operation) => operation.bases.some((base) => base + operation.path === path))
}

/** Returns the methods of a path; of all paths for `*`. @throws {Problem} 404 for an unknown path. */
export function allowedMethods(contract: Contract, path: string): AllowedMethods {
  return path === '*' ? contract.allMethods : findRoute(contract, path)
}

export function methodNotAllowed({ allow }: AllowedMethods): Problem {
  return new Problem('method-not-allowed', `This path supports only ${allow}.`, { headers: { Allow: allow } })
}

function findRoute({ routes }: Contract, path: string): Route {
  const parts = path.split('/')
  const route = routes.find(({ segments }) => matches(segments, parts))
  if (route === undefined) throw new Problem('not-found', 'Nothing exists at this path.')
  return route
}

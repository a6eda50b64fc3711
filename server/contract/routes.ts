// Which operation a method and a path name: as the contract writes them, strict and case-sensitive.
import { Problem } from '../problem.ts'
import { type Operation, operationList } from './operations.ts'

interface Route {
  segments: string[]
  operations: Map<string, Operation>
}

const routes: Route[] = [...Map.groupBy(operationList, (operation) => operation.path)].map(([path, operations]) => ({
  segments: path.split('/'),
  operations: new Map(operations.map((operation) => [operation.method.toUpperCase(), operation])),
}))

/**
 * The operation at a path, as it stands in the request line, without its query.
 * @throws {Problem} 404 for an unknown path; 405 with `Allow` for a method the path does not have.
 */
export function route(method: string, path: string): Operation {
  // HEAD is GET without the body (RFC 9110, 9.3.2).
  const operation = routeTo(path).operations.get(method === 'HEAD' ? 'GET' : method)
  if (operation !== undefined) return operation
  const allow = allowedMethods(path).join(', ')
  throw new Problem('/problems/method-not-allowed', `This path has ${allow}.`, { headers: { Allow: allow } })
}

/**
 * The methods a path has; at `*`, those that some path has.
 * @throws {Problem} 404 for an unknown path.
 */
export function allowedMethods(path: string): string[] {
  const own =
    path === '*' ? routes.flatMap(({ operations }) => [...operations.keys()]) : routeTo(path).operations.keys()
  const methods = new Set([...own, 'OPTIONS'])
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

function routeTo(path: string): Route {
  const asked = path.split('/')
  const found = routes.find(({ segments }) => matches(segments, asked))
  if (found === undefined) throw new Problem('/problems/not-found', 'Nothing is at this path.')
  return found
}

function matches(segments: string[], asked: string[]): boolean {
  if (segments.length !== asked.length) return false
  return segments.every((segment, index) => (segment.startsWith('{') ? asked[index] !== '' : asked[index] === segment))
}

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
  const asked = path.split('/')
  const found = routes.find(({ segments }) => matches(segments, asked))
  if (found === undefined) throw new Problem('/problems/not-found', 'Nothing is at this path.')
  // HEAD is GET without the body (RFC 9110, 9.3.2).
  const operation = found.operations.get(method === 'HEAD' ? 'GET' : method)
  if (operation !== undefined) return operation
  const allow = allowed(found).join(', ')
  throw new Problem('/problems/method-not-allowed', `This path has ${allow}.`, { headers: { Allow: allow } })
}

function allowed({ operations }: Route): string[] {
  const head = operations.has('GET') ? ['HEAD'] : []
  return [...operations.keys(), ...head].sort()
}

function matches(segments: string[], asked: string[]): boolean {
  if (segments.length !== asked.length) return false
  return segments.every((segment, index) => (segment.startsWith('{') ? asked[index] !== '' : asked[index] === segment))
}

// Finds the operation for a method and a path. Both must match the contract exactly, including case.
import { Problem } from '../problem.ts'
import type { OperationPlan } from './plan.ts'
import { compareSegments, isMatch, type Segment, segmentsOf } from './segments.ts'

/** The methods of a path, as the headers list them. */
export interface Methods {
  allow: string
  /** The media types of its PATCH, if it has one. */
  acceptPatch?: string | undefined
}

interface Route {
  segments: Segment[]
  operations: Map<string, OperationPlan>
  methods: Methods
}

export interface Routes {
  /**
   * @param path As in the request line, without the query, not decoded.
   * @throws {Problem} 404 for an unknown path; 405 with `Allow` for a method that the path does not have.
   */
  findOperation: (method: string, path: string) => OperationPlan
  /**
   * The methods of a path; at `*`, the methods of all paths.
   * @throws {Problem} 404 for an unknown path.
   */
  allowedMethods: (path: string) => Methods
  /** Whether an operation has exactly this path: no parameter matches a part of it. */
  hasPath: (path: string) => boolean
}

export function compileRoutes(operations: OperationPlan[]): Routes {
  // In the order in which they are tried.
  const routes = [...new Set(operations.flatMap(pathsOf))]
    .map((path) => routeAt(path, operations))
    .sort((one, other) => compareSegments(one.segments, other.segments))
  const methodsAnywhere: Methods = { allow: allowOf(operations.map(({ method }) => method)) }

  function findRoute(path: string): Route {
    const parts = path.split('/')
    const found = routes.find(({ segments }) => matches(segments, parts))
    if (found === undefined) throw new Problem('not-found', 'Nothing exists at this path.')
    return found
  }

  return {
    findOperation(method, path) {
      const { operations, methods } = findRoute(path)
      // HEAD is GET without the body (RFC 9110, 9.3.2).
      const operation = operations.get(method === 'HEAD' ? 'GET' : method)
      if (operation !== undefined) return operation
      throw methodNotAllowed(methods)
    },
    hasPath: (path) => operations.some((operation) => pathsOf(operation).includes(path)),
    allowedMethods: (path) => (path === '*' ? methodsAnywhere : findRoute(path).methods),
  }
}

export function methodNotAllowed({ allow }: Methods): Problem {
  return new Problem('method-not-allowed', `This path supports only ${allow}.`, { headers: { Allow: allow } })
}

/** Below each of its servers. */
function pathsOf({ bases, path }: OperationPlan): string[] {
  return bases.map((base) => base + path)
}

function routeAt(path: string, operations: OperationPlan[]): Route {
  const atPath = operations.filter((operation) => pathsOf(operation).includes(path))
  return {
    segments: segmentsOf(path),
    operations: new Map(atPath.map((operation) => [operation.method, operation])),
    methods: {
      allow: allowOf(atPath.map(({ method }) => method)),
      acceptPatch: atPath.find(({ method }) => method === 'PATCH')?.requestMediaTypes.join(', '),
    },
  }
}

function matches(segments: Segment[], parts: string[]): boolean {
  if (segments.length !== parts.length) return false
  return segments.every((segment, index) => isMatch(segment, parts[index] ?? ''))
}

function allowOf(methods: string[]): string {
  const all = new Set([...methods, 'OPTIONS'])
  if (all.has('GET')) all.add('HEAD')
  return [...all].sort().join(', ')
}

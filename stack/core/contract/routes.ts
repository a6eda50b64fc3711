// Finds the operation for a method and a path. Both must match the contract exactly, including case.
import { Problem } from '../problem.ts'
import type { OperationPlan } from './plan.ts'
import { compareSegments, type Segment, toSegments, unnamed, valuesIn } from './segments.ts'

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

export type Routes = ReturnType<typeof compileRoutes>

export function compileRoutes(operations: OperationPlan[]) {
  // In the order in which they are tried.
  const routes = getRoutes(operations).sort((one, other) => compareSegments(one.segments, other.segments))
  const methodsAnywhere: Methods = { allow: getAllow(operations.map(({ method }) => method)) }

  function findRoute(path: string): Route {
    const parts = path.split('/')
    const found = routes.find(({ segments }) => matches(segments, parts))
    if (found === undefined) throw new Problem('not-found', 'Nothing exists at this path.')
    return found
  }

  return {
    /**
     * @param path As in the request line, without the query, not decoded.
     * @throws {Problem} 404 for an unknown path; 405 with `Allow` for a method that the path does not have.
     */
    findOperation(method: string, path: string): OperationPlan {
      const { operations, methods } = findRoute(path)
      // HEAD is GET without the body (RFC 9110, 9.3.2).
      const operation = operations.get(method === 'HEAD' ? 'GET' : method)
      if (operation !== undefined) return operation
      throw methodNotAllowed(methods)
    },
    /** Whether an operation has exactly this path: no parameter matches a part of it. */
    hasPath: (path: string) => operations.some((operation) => getPaths(operation).includes(path)),
    /** The methods of a path; at `*`, the methods of all paths. @throws {Problem} 404 for an unknown path. */
    allowedMethods: (path: string): Methods => (path === '*' ? methodsAnywhere : findRoute(path).methods),
  }
}

export function methodNotAllowed({ allow }: Methods): Problem {
  return new Problem('method-not-allowed', `This path supports only ${allow}.`, { headers: { Allow: allow } })
}

/** Below each of its servers. */
function getPaths({ bases, path }: OperationPlan): string[] {
  return bases.map((base) => base + path)
}

/** Paths that differ only in the names of parameters are one. */
function getRoutes(operations: OperationPlan[]): Route[] {
  const found = new Map<string, { path: string; operations: OperationPlan[] }>()
  for (const operation of operations) {
    for (const path of getPaths(operation)) {
      const key = unnamed(path)
      const beside = found.get(key)?.operations ?? []
      found.set(key, { path, operations: [...beside, operation] })
    }
  }
  return [...found.values()].map(({ path, operations }) => ({
    segments: toSegments(path),
    operations: new Map(operations.map((operation) => [operation.method, operation])),
    methods: {
      allow: getAllow(operations.map(({ method }) => method)),
      // A PATCH can take no body.
      acceptPatch: operations.find(({ method }) => method === 'PATCH')?.requestMediaTypes.join(', ') || undefined,
    },
  }))
}

export function matches(segments: Segment[], parts: string[]): boolean {
  if (segments.length !== parts.length) return false
  return segments.every((segment, index) => isMatch(segment, parts[index] ?? ''))
}

/** @param part One segment of a request, not decoded. A parameter is never empty. */
export function isMatch({ text, mixed }: Segment, part: string): boolean {
  if (text !== undefined) return part === text
  return mixed === undefined ? part !== '' : valuesIn(mixed, part) !== undefined
}

function getAllow(methods: string[]): string {
  const all = new Set([...methods, 'OPTIONS'])
  if (all.has('GET')) all.add('HEAD')
  return [...all].sort().join(', ')
}

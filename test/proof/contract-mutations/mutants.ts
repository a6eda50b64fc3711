// Every mutant of the contract: each operator at each node, except those that are for human readers only.
import { isForReaders, isMap, operators } from './operators.ts'

export interface Mutant {
  operator: string
  path: string[]
  /** What changes, for people. */
  change: string
  /** What the node at the path becomes. */
  node: unknown
}

export function mutantsOf(root: unknown): Mutant[] {
  const statuses = [...new Set(JSON.stringify(root).match(/(?<=")\d{3}(?=":)/g))].sort()
  const refsLike = (pointer: unknown): string[] => {
    const [, , section = ''] = String(pointer).split('/')
    const components = isMap(root) && isMap(root.components) ? root.components[section] : undefined
    return isMap(components) ? Object.keys(components).map((name) => `#/components/${section}/${name}`) : []
  }
  const visit = (node: unknown, path: string[]): Mutant[] => {
    const place = { path, statuses, refs: path.at(-1) === '$ref' ? refsLike(node) : [] }
    const own = operators.flatMap(({ name, mutate }) =>
      mutate(node, place).map((replacement) => ({ ...replacement, operator: name, path })),
    )
    if (typeof node !== 'object' || node === null) return own
    const inner = Object.entries(node).filter(([key]) => Array.isArray(node) || !isForReaders(path, key))
    return [...own, ...inner.flatMap(([key, value]) => visit(value, [...path, key]))]
  }
  return visit(root, [])
}

export function mutated(contract: unknown, { path, node }: Pick<Mutant, 'path' | 'node'>): unknown {
  const root = structuredClone(contract)
  const last = path.at(-1)
  if (last === undefined) return node
  const parent = path.slice(0, -1).reduce((inner, key) => Object(inner)[key], root)
  Object.assign(Object(parent), { [last]: node })
  return root
}

/** One line for people. The words of `MUTANT` are searched in it. */
export function described({ operator, path, change }: Mutant): string {
  return `${path.join(' > ') || '(root)'}: ${operator}: ${change}`
}

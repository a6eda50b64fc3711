// Parts of an OpenAPI document, before anything is known of them.

import { keysOf } from '../json-pointer.ts'

export type Node = Record<string, unknown>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as a node; an empty one for anything else. */
export function nodeOf(value: unknown): Node {
  return isNode(value) ? value : {}
}

/** Follows references inside the document; an empty node if there is none. */
export function resolved(document: Node, value: unknown): Node {
  const node = nodeOf(value)
  if (typeof node.$ref !== 'string') return node
  return resolved(
    document,
    keysOf(node.$ref).reduce<unknown>((found, key) => nodeOf(found)[key], document),
  )
}

/**
 * The members of both; those of the contract win. Objects are merged, but not maps of named examples: their names are the
 * choice of the contract. Nor references: a contract that replaces one replaces all of it.
 */
export function merged(common: unknown, own: unknown): unknown {
  if (own === undefined) return common
  if (!isNode(common) || !isNode(own) || '$ref' in own || '$ref' in common) return own
  const members = Object.entries(own).map(([name, value]) => {
    return [name, name === 'examples' ? value : merged(common[name], value)] as const
  })
  return { ...common, ...Object.fromEntries(members) }
}

/** The same names with other values. */
export function mapped<T, R>(record: Record<string, T> = {}, change: (value: T, name: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
}

// Who sees the items of a collection, and who changes them: the field x-access at its path.

import { toNode } from './node.ts'
import { findParent } from './paths.ts'

export interface CollectionAccess {
  read: 'creator' | 'callers' | 'everybody'
  write: 'creator' | 'scope'
}

/** Returns the x-access of a path, merged into that of its parent. @param paths The Paths Object of a contract. */
export function accessAt(paths: unknown, path: string): CollectionAccess {
  const parent = findParent(path)
  const inherited: CollectionAccess =
    parent === undefined ? { read: 'creator', write: 'creator' } : accessAt(paths, parent)
  // contract.schema.json allows nothing else.
  return { ...inherited, ...(toNode(toNode(paths)[path])['x-access'] as Partial<CollectionAccess> | undefined) }
}

/** Whether several callers see the same items: then they belong to the service. */
export function isShared({ read }: CollectionAccess): boolean {
  return read !== 'creator'
}

export function onlyCreatorWrites(access: CollectionAccess): boolean {
  return isShared(access) && access.write === 'creator'
}

export function hasCreatorOnlyWrites(paths: unknown): boolean {
  return Object.keys(toNode(paths)).some((path) => onlyCreatorWrites(accessAt(paths, path)))
}

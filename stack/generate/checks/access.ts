// Who sees a collection (x-access) must fit the collections above it, and the security of its operations.

import { accessAt, findParent, isShared, needsNoToken } from '../complete/access.ts'
import { toNode } from '../complete/node.ts'
import type { Contract, Operation } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import { deriveResources } from '../resources.ts'
import type { Checks } from './check.ts'

export const accessChecks: Checks<Contract> = {
  *'x-access outside of a collection'(contract) {
    for (const path of Object.keys(contract.document.paths))
      if (saysAccess(contract, path) && !isCollection(contract, path))
        yield [toPointer(path), `${path} is not a collection whose items the service keeps: remove x-access.`]
  },

  *'a private collection below a shared one, or the other way round'(contract) {
    for (const path of pathsWithAccess(contract)) {
      const above = findParent(path)
      if (above === undefined) continue
      const isAbove = isShared(getAccess(contract, above))
      if (isShared(getAccess(contract, path)) === isAbove) continue
      const choice = isAbove ? 'callers or everybody' : 'creator'
      yield [toPointer(path), `${path} and ${above} need the same owner: write read: ${choice}, as above it.`]
    }
  },

  *'items that only their creator sees, and others write'(contract) {
    for (const path of pathsWithAccess(contract)) {
      const { read, write } = getAccess(contract, path)
      if (read === 'creator' && write === 'scope')
        yield [toPointer(path), 'No caller can change an item that it does not see: write read: callers, or everybody.']
    }
  },

  *'x-access that the security of an operation contradicts'(contract) {
    for (const { operation, path } of operationsWithAccess(contract)) {
      const { read } = getAccess(contract, path)
      const isOpen = needsNoToken(operation.alternatives)
      const isRead = operation.method === 'get'
      const { id, pointer } = operation
      if (isRead && read === 'everybody' && !isOpen)
        yield [pointer, `Everybody sees ${path}, and ${id} needs a token: write security: [], or read: callers.`]
      else if (isOpen && !(isRead && read === 'everybody'))
        yield [pointer, `x-access of ${path} is about callers, and ${id} needs no token: write a security scheme.`]
    }
  },
}

/** The collections that say it themselves. */
function pathsWithAccess(contract: Contract): string[] {
  return Object.keys(contract.document.paths).filter(
    (path) => saysAccess(contract, path) && isCollection(contract, path),
  )
}

function saysAccess({ document }: Contract, path: string): boolean {
  return 'x-access' in toNode(document.paths[path])
}

function isCollection(contract: Contract, path: string): boolean {
  return deriveResources(contract).collections.some((one) => one.path === path)
}

function getAccess({ document }: Contract, path: string) {
  return accessAt(document.paths, path)
}

/** The operations at the paths of collections and items, with the collection that says who sees it. */
function operationsWithAccess(contract: Contract): { operation: Operation; path: string }[] {
  const paths = pathsWithAccess(contract)
  const saidBy = (path: string | undefined): string | undefined =>
    path === undefined || paths.includes(path) ? path : saidBy(findParent(path))
  const { collections } = deriveResources(contract)
  return contract.operations.flatMap((operation) => {
    const isStandard = collections.some(({ methods }) => Object.values(methods).includes(operation.id))
    const path = isStandard ? saidBy(operation.path) : undefined
    return path === undefined ? [] : [{ operation, path }]
  })
}

function toPointer(path: string): string {
  return `/paths/${escapeKey(path)}/x-access`
}

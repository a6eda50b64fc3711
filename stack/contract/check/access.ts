// Who sees a collection (x-access) must fit its ancestors, and the security of its operations.

import { type Checks, each } from '../finding.ts'
import { accessAt, isShared } from '../model/access.ts'
import type { ContractModel } from '../model/contract.ts'
import { escapeKey, toNode } from '../model/node.ts'
import { findParent } from '../model/paths.ts'
import { deriveResources } from '../model/resources.ts'

export const accessChecks: Checks<ContractModel> = {
  'x-access outside of a collection': each(accessIn, ({ path, isCollection }) => {
    return !isCollection && `${path} is not a collection whose items the service stores: remove x-access.`
  }),

  'a private collection below a shared one, or the other way round': each(
    collectionsWithAccess,
    (collection, contract) => {
      const parent = findParent(collection.path)
      if (parent === undefined) return
      const isParentShared = isShared(accessAt(contract.document.paths, parent))
      const advice = `write read: ${isParentShared ? 'callers or everybody' : 'creator'}, like its parent`
      const differs = isShared(collection.access) !== isParentShared
      return differs && `${collection.path} and ${parent} need the same owner: ${advice}.`
    },
  ),

  'items that only their creator sees, and others write': each(collectionsWithAccess, ({ access }) => {
    const isHidden = access.read === 'creator' && access.write === 'scope'
    return isHidden && 'No caller can change an item that it does not see: write read: callers, or everybody.'
  }),

  'x-access that the security of an operation contradicts': each(operationsWithAccess, (operation, { document }) => {
    const { id, method, alternatives = [[]], ancestor } = operation
    const isPublic = method === 'get' && accessAt(document.paths, ancestor).read === 'everybody'
    const allowsAnonymous = alternatives.some(({ length }) => length === 0)
    if (isPublic && !allowsAnonymous)
      return `Everybody sees ${ancestor}, and ${id} needs a token: write security: [], or read: callers.`
    const contradicts = allowsAnonymous && !isPublic
    return contradicts && `x-access of ${ancestor} is about callers, and ${id} needs no token: write a security scheme.`
  }),
}

/** The paths with an x-access field of their own. */
function accessIn(contract: ContractModel) {
  const { paths } = contract.document
  const { collections } = deriveResources(contract)
  return Object.keys(paths)
    .filter((path) => 'x-access' in toNode(paths[path]))
    .map((path) => ({
      path,
      pointer: `/paths/${escapeKey(path)}/x-access`,
      isCollection: collections.some((collection) => collection.path === path),
      access: accessAt(paths, path),
    }))
}

function collectionsWithAccess(contract: ContractModel) {
  return accessIn(contract).filter(({ isCollection }) => isCollection)
}

/** The operations at the paths of collections and items, with the path whose x-access applies. */
function operationsWithAccess(contract: ContractModel) {
  const paths = collectionsWithAccess(contract).map(({ path }) => path)
  const findAccessPath = (path: string | undefined): string | undefined =>
    path === undefined || paths.includes(path) ? path : findAccessPath(findParent(path))
  const { collections } = deriveResources(contract)
  return contract.operations.flatMap((operation) => {
    const isStandard = collections.some(({ methods }) => Object.values(methods).includes(operation.id))
    const ancestor = isStandard ? findAccessPath(operation.path) : undefined
    return ancestor === undefined ? [] : [{ ...operation, ancestor }]
  })
}

// Finds a collection of the contract.
import type { Collection } from './contract.ts'

/** @param path In the contract. @throws {Error} if it has no such collection. */
export function getCollection<One extends { path: string }>(collections: readonly One[], path: string): One {
  const collection = collections.find((collection) => collection.path === path)
  if (collection === undefined) throw new Error(`The contract has no collection ${path}.`)
  return collection
}

/** The collection whose method the operation is. */
export function findCollectionOf(collections: Collection[], operationId: string): Collection | undefined {
  return collections.find(({ methods }) => Object.values(methods).includes(operationId))
}

/** The first one at the top in which principals create items: a user can write items for it (fixtures.ts). */
export function findSeedableCollection({ collections }: { collections: Collection[] }): Collection | undefined {
  return collections.find(({ parent, methods }) => !parent && methods.create)
}

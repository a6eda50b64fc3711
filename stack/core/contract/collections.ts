// Finds a collection of the contract.
import type { Collection } from './contract.ts'

/** @param path Path in the contract. @throws {Error} if it has no such collection. */
export function getCollection<T extends { path: string }>(collections: readonly T[], path: string): T {
  const collection = collections.find((collection) => collection.path === path)
  if (collection === undefined) throw new Error(`The contract has no collection ${path}.`)
  return collection
}

/** Returns the collection that has the operation as its standard method. */
export function findCollectionOf(collections: Collection[], operationId: string): Collection | undefined {
  return collections.find(({ methods }) => Object.values(methods).includes(operationId))
}

/** Returns the first top-level collection with a create method: developers can write items for it (fixtures.ts). */
export function findSeedableCollection({ collections }: { collections: Collection[] }): Collection | undefined {
  return collections.find(({ parent, methods }) => !parent && methods.create)
}

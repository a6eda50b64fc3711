// Paths of collections and items.

/** The path of the collection of the last item in a path. */
export function findParent(path: string): string | undefined {
  return /^(.*)\/\{/.exec(path)?.[1]
}

/** The collection of an item, by their paths: `/rooms` for `/rooms/{roomId}`. */
export function getCollection(path: string): string | undefined {
  return /^(.*)\/\{[^/{}]+\}$/.exec(path)?.[1]
}

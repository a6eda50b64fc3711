// Paths of collections and items.

/** The path of the collection of the last item in a path. */
export function findParent(path: string): string | undefined {
  return /^(.*)\/\{/.exec(path)?.[1]
}

/** The collection of an item, by their paths: `/rooms` for `/rooms/{roomId}`. */
export function collectionPathOf(path: string): string | undefined {
  return /^(.*)\/\{[^/{}]+\}$/.exec(path)?.[1]
}

/** Removes the names of parameters: paths that differ only in them are the same for a request. */
export function unnamed(path: string): string {
  return path.replace(/\{[^{}]+\}/g, '{}')
}

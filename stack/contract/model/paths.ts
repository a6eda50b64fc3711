// Paths of collections and items.

/** Returns the path of the collection of the last item in a path. */
export function findParent(path: string): string | undefined {
  return /^(.*)\/\{/.exec(path)?.[1]
}

/** Returns the path of the collection of an item: `/rooms` for `/rooms/{roomId}`. */
export function collectionPathOf(path: string): string | undefined {
  return /^(.*)\/\{[^/{}]+\}$/.exec(path)?.[1]
}

/** Removes the names of parameters: paths that differ only in these names match the same requests. */
export function omitNames(path: string): string {
  return path.replace(/\{[^{}]+\}/g, '{}')
}

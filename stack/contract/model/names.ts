// Names of a contract as parts of identifiers.

/** `not-found` becomes `NotFound`: a part of an identifier. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9_]+)([A-Za-z0-9_]|$)/g, (_, letter: string) => letter.toUpperCase())
}

/** `not-found` becomes `notFound`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

/** Joins the words of a string, each with a capital letter: a part of an identifier. */
export function capitalWords(text: string): string {
  const words = text.match(/[A-Za-z\d]+/g) ?? []
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

// Names and texts of a contract in generated TypeScript. A contract may use any of them: `first-name`, `it's`, `a/b`.

const identifier = /^[A-Za-z_$][\w$]*$/

/** A string literal, also as a type. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${withoutSeparators(escaped)}'`
}

/** A value of JSON. No name in it is `__proto__` (read-contract.ts). */
export function literal(value: unknown): string {
  return withoutSeparators(JSON.stringify(value))
}

/** The name of a property, in an object and in a type. */
export function property(name: string): string {
  return identifier.test(name) ? name : quoted(name)
}

/** A property of an object. */
export function access(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${quoted(name)}]`
}

/** A regular expression for a pattern of JSON Schema. @throws {Error} if the pattern is not valid. */
export function expression(pattern: string): string {
  return String(new RegExp(pattern, 'u'))
}

/** A text without line breaks, for a message or a comment of one line. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** The text of a comment. */
export function comment(text: string): string {
  return text.replaceAll('*/', '*\\/')
}

/** Not every reader of code takes these two inside a string. */
function withoutSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

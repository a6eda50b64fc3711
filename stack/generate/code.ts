// Names and texts of a contract in generated TypeScript and Markdown. A contract may use any of them: `first-name`, `it's`,
// `a/b`. These functions quote them.

const identifier = /^[A-Za-z_$][\w$]*$/

/** A string literal, also as a type. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${withoutSeparators(escaped)}'`
}

/** A value of JSON. No name in it is `__proto__` (stack/contract/read/read-contract.ts). */
export function literal(value: unknown): string {
  return withoutSeparators(JSON.stringify(value))
}

/** Code in a value: an expression of the generated file. */
export class Expression {
  readonly code: string

  constructor(code: string) {
    this.code = code
  }
}

/** A value of JSON, or with expressions in it. */
export function literalWith(value: unknown): string {
  if (value instanceof Expression) return value.code
  if (Array.isArray(value)) return `[${value.map(literalWith).join(',')}]`
  if (typeof value !== 'object' || value === null) return literal(value ?? null)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${literal(name)}:${literalWith(member)}`).join(',')}}`
}

/** The name of a property, in an object and in a type. */
export function property(name: string): string {
  return identifier.test(name) ? name : quoted(name)
}

export function access(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${quoted(name)}]`
}

/** A text without line breaks, for a message or a comment of one line. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** A comment of one line: a line break in it would begin a statement. */
export function lineComment(text: string): string {
  return `// ${oneLine(text)}`
}

/** A comment of JSDoc before a declaration, with a line break at its end; empty without a text. */
export function docComment(text: string, indent = ''): string {
  const content = text.trim().replaceAll('*/', '*\\/')
  if (content === '') return ''
  const lines = content.split('\n').map((line) => `${indent} * ${line}`.trimEnd())
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`
}

/** A text without markup as Markdown on one line. */
export function markdownText(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<]/g, String.raw`\$&`)
}

/** Code in a line of Markdown. Spaces stay: a pattern can have several. */
export function codeSpan(text: string): string {
  const code = text.replaceAll(/[\n\r]+/g, ' ')
  const space = /^`|`$/.test(code) ? ' ' : ''
  const quotes = '`'.repeat(longestRun(code) + 1)
  return `${quotes}${space}${code}${space}${quotes}`
}

export function codeBlock(language: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${language}\n${code}\n${fence}`
}

function longestRun(code: string): number {
  return Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
}

/** Escapes two characters that not every parser takes inside a string. */
function withoutSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

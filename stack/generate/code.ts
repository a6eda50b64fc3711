// Quotes names and strings of a contract, such as `first-name`, `it's` or `a/b`, in generated TypeScript and Markdown.

const identifier = /^[A-Za-z_$][\w$]*$/

/** Returns a string literal, which is also a type. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${withoutSeparators(escaped)}'`
}

/** Returns a JSON value as code. No name in it is `__proto__` (stack/contract/read/read-contract.ts). */
export function literal(value: unknown): string {
  return withoutSeparators(JSON.stringify(value))
}

/** An expression of the generated file, in a value for literalWith. */
export class Expression {
  readonly code: string

  constructor(code: string) {
    this.code = code
  }
}

/** Returns a JSON value as code. It can contain expressions. */
export function literalWith(value: unknown): string {
  if (value instanceof Expression) return value.code
  if (Array.isArray(value)) return `[${value.map(literalWith).join(',')}]`
  if (typeof value !== 'object' || value === null) return literal(value ?? null)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${literal(name)}:${literalWith(member)}`).join(',')}}`
}

/** Returns the name of a property as code, in an object and in a type. */
export function property(name: string): string {
  return identifier.test(name) ? name : quoted(name)
}

export function access(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${quoted(name)}]`
}

/** Removes line breaks, for a message or a comment of one line. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Returns a comment of one line: a line break in it would start a statement. */
export function lineComment(text: string): string {
  return `// ${oneLine(text)}`
}

/** Returns a comment of JSDoc before a declaration, with a line break at its end; empty for an empty text. */
export function docComment(text: string, indent = ''): string {
  const content = text.trim().replaceAll('*/', '*\\/')
  if (content === '') return ''
  const lines = content.split('\n').map((line) => `${indent} * ${line}`.trimEnd())
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`
}

/** Escapes text without markup as one line of Markdown. */
export function markdownText(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<]/g, String.raw`\$&`)
}

/** Returns inline code in Markdown. Spaces stay: a pattern can have several. */
export function codeSpan(text: string): string {
  const code = text.replaceAll(/[\n\r]+/g, ' ')
  const padding = /^`|`$/.test(code) ? ' ' : ''
  const backticks = '`'.repeat(longestRun(code) + 1)
  return `${backticks}${padding}${code}${padding}${backticks}`
}

export function codeBlock(language: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${language}\n${code}\n${fence}`
}

function longestRun(code: string): number {
  return Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
}

/** Escapes two characters that not every parser accepts in a string. */
function withoutSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

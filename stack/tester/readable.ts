// Bytes and texts as a report shows them.
import { isUtf8 } from 'node:buffer'

/** Shows bytes that are not UTF-8, and control characters, as \xNN. */
export function readable(bytes: Buffer): string {
  const escaped = (text: string, pattern: RegExp) =>
    text.replace(pattern, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
  if (isUtf8(bytes)) return escaped(bytes.toString(), controls)
  return escaped(escaped(bytes.toString('latin1'), controls), /[\u0080-\u00ff]/g)
}

/** Shows characters that nobody can see, or that change the direction of a text, as \uNNNN. */
export function visible(text: string): string {
  return text.replace(
    /[\u0080-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A value as JSON, cut if it is long. */
export function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing')
}

export function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text
}

// The ways to write a value into a request.
import * as fc from 'fast-check'

const unreserved = /[A-Za-z0-9._~-]/
// A query may contain these unencoded (RFC 3986, 3.4). `+` means a space in forms; `&` and `=` separate pairs.
const reserved = /[:/?@!$'()*,;]/

export type Encoding = 'minimal' | 'all' | 'lower case' | 'spaces as +'
export const encodings = fc.constantFrom<Encoding>('minimal', 'all', 'lower case', 'spaces as +')

/** Percent-encoded UTF-8. Lone surrogates become bytes that are not valid UTF-8. */
export function percentEncoded(text: string, encoding: Encoding): string {
  const encoded = [...text].map((character) => {
    if (encoding !== 'all' && unreserved.test(character)) return character
    if (encoding === 'minimal' && reserved.test(character)) return character
    if (encoding === 'spaces as +' && character === ' ') return '+'
    const hex = bytes(character).map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    return encoding === 'lower case' ? hex.join('') : hex.join('').toUpperCase()
  })
  return encoded.join('')
}

function bytes(character: string): number[] {
  const code = character.codePointAt(0) ?? 0
  return character.isWellFormed()
    ? [...Buffer.from(character)]
    : [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
}

/** Several texts of the same JSON value (RFC 8259): with white space around it, and with characters escaped. */
export function jsonTexts(value: unknown): fc.Arbitrary<string> {
  const plain = JSON.stringify(value)
  const escaped = plain.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return fc.constantFrom(plain, JSON.stringify(value, null, 2), ` \t\r\n${plain}\n `, escaped)
}

/** Whether a header can carry this text unchanged (RFC 9110, 5.5). */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() === text
}

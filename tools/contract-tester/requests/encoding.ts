// How values are written into a request: percent-encoded in one of many ways, or as JSON in one of many.
import * as fc from 'fast-check'

const unreserved = /[A-Za-z0-9._~-]/
// A query may have these as they are (RFC 3986, 3.4); `+` is a space to those who read forms, `&` and `=` part pairs.
const reserved = /[:/?@!$'()*,;]/

export type Encoding = 'as little as may be' | 'all' | 'lower case' | 'spaces as +'
export const encodings = fc.constantFrom<Encoding>('as little as may be', 'all', 'lower case', 'spaces as +')

/** Percent-encoded UTF-8; halves of surrogate pairs come out as bytes that are no UTF-8. */
export function percentEncoded(text: string, encoding: Encoding): string {
  return [...text]
    .map((character) => {
      if (encoding !== 'all' && unreserved.test(character)) return character
      if (encoding === 'as little as may be' && reserved.test(character)) return character
      if (encoding === 'spaces as +' && character === ' ') return '+'
      const hex = bytes(character).map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      return encoding === 'lower case' ? hex.join('') : hex.join('').toUpperCase()
    })
    .join('')
}

function bytes(character: string): number[] {
  const code = character.codePointAt(0) ?? 0
  const isHalf = code >= 0xd800 && code <= 0xdfff
  return isHalf ? [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)] : [...Buffer.from(character)]
}

/** The same value in many writings (RFC 8259): white space around, characters escaped. */
export function jsonTexts(value: unknown): fc.Arbitrary<string> {
  const plain = JSON.stringify(value)
  const escaped = plain.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return fc.constantFrom(plain, JSON.stringify(value, null, 2), ` \t\r\n${plain}\n `, escaped)
}

/** Whether a header field can have this value, and a reader gets it as it was (RFC 9110, 5.5). */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() === text
}

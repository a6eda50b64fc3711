import { describe, expect, it, vi } from 'vitest'
import { decodeCsv } from '../../csv/index.ts'

const text = 'name;tag\r\nGünther’s “Rosé”;5 €\r\n'
const utf16 = (content: string) => Buffer.from(content, 'utf16le')
const windows1252 = Buffer.from('name;tag\r\nG\xfcnther\x92s \x93Ros\xe9\x94;5 \x80\r\n', 'latin1')

describe('decodeCsv', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', utf16(`\ufeff${text}`)],
    ['UTF-16', utf16(`\ufeff${text}`).swap16()],
    ['UTF-16', utf16(text)],
    ['UTF-16', utf16(text).swap16()],
    ['Windows-1252', windows1252],
  ])('reads %s', (encoding, bytes) => {
    expect(decodeCsv(bytes)).toEqual({ text, encoding })
  })

  it('reads Windows-1252 with two characters that would be one of UTF-8', () => {
    const bytes = Buffer.from('name\n\x84Spa\xdf\x93 f\xfcr alle\n', 'latin1')
    expect(decodeCsv(bytes)).toEqual({ text: 'name\n„Spaß“ für alle\n', encoding: 'Windows-1252' })
  })

  it('reads Windows-1252 also if TextDecoder takes it for ISO-8859-1, as in Node 20.20', () => {
    vi.stubGlobal(
      'TextDecoder',
      class extends TextDecoder {
        override decode(bytes?: Uint8Array) {
          return this.encoding === 'windows-1252' ? Buffer.from(bytes ?? []).toString('latin1') : super.decode(bytes)
        }
      },
    )
    expect(decodeCsv(windows1252)).toEqual({ text, encoding: 'Windows-1252' })
    vi.unstubAllGlobals()
  })

  it.each([
    ['damaged UTF-8', Buffer.from('name\nGünther\nRosé\n').subarray(0, -2)],
    ['damaged UTF-8 with a byte order mark', Buffer.from('\xef\xbb\xbfname\nRos\xe9\xe8\n', 'latin1')],
    ['damaged UTF-16', utf16('\ufeffname\n').subarray(0, -1)],
    ['UTF-16 with half a character', utf16('\ufeffname\n\ud83c\n')],
    ['UTF-32', Buffer.from('\xff\xfe\0\0n\0\0\0', 'latin1')],
  ])('refuses %s', (_, bytes) => {
    expect(decodeCsv(bytes)).toBeUndefined()
  })
})

// Decodes a CSV file. Excel writes Windows-1252 as "CSV", UTF-16 as "Unicode Text", and UTF-8 as "CSV UTF-8".

export interface DecodedCsv {
  /** Without a byte order mark. */
  text: string
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
}

const highCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const undefinedBytes = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

/**
 * Decodes UTF-8, UTF-16 and Windows-1252, with or without a byte order mark.
 * @returns `undefined` if the bytes are not text in one of these encodings.
 */
export function decodeCsv(bytes: Uint8Array): DecodedCsv | undefined {
  const decoded = decode(bytes)
  return decoded?.text.includes('\0') ? undefined : decoded
}

function decode(bytes: Uint8Array): DecodedCsv | undefined {
  const utf16 = utf16Label(bytes)
  const text = decodeStrictly(bytes, utf16 ?? 'utf-8')
  if (text !== undefined) return { text, encoding: utf16 === undefined ? 'UTF-8' : 'UTF-16' }
  if (utf16 !== undefined || isMostlyUtf8(bytes) || bytes.some((byte) => undefinedBytes.includes(byte)))
    return undefined
  return { text: decodeWindows1252(bytes), encoding: 'Windows-1252' }
}

// By the byte order mark, or else by the first character, which is ASCII in most headers.
function utf16Label([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : undefined
}

function decodeStrictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether it is a damaged UTF-8 file. As Windows-1252, each of its other characters would become two wrong ones. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true
  let valid = 0
  let broken = 0
  for (const character of new TextDecoder().decode(bytes)) {
    if (character === '\ufffd') broken++
    else if (character > '\x7f') valid++
  }
  return valid >= broken
}

// Some versions of Node 20, 22 and 24 decode 0x80 to 0x9F as control characters (https://github.com/nodejs/node/issues/56542).
function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  return text.replace(/[\u0080-\u009f]/g, (control) => highCharacters.charAt(control.charCodeAt(0) - 0x80))
}

// Words of a search: an independent implementation of docs/contract.md. A word is a sequence of letters and digits; case
// and accents are ignored. The contract leaves open whether some characters are letters.

/** Characters on which all implementations of the contract agree: ASCII, Latin letters, marks, ideographs and emoji. */
const clear = /^(?:[\x20-\x7eÀ-ÖØ-öø-ÿŁł\u4e00-\u9fff\u{1f300}-\u{1f64f}]|[\u0300-\u0308])*$/u

/** Code points of the longest word that a service must compare completely. */
const maxLength = 64

/** Returns each word once; `undefined` if the contract leaves the words of the text open. */
export function toTerms(text: string): string[] | undefined {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const terms = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  const isClear = clear.test(text) && terms.every((term) => Array.from(term).length <= maxLength)
  return isClear ? [...new Set(terms)] : undefined
}

/** Whether each word of a search is a prefix of a word in the texts; `undefined` if the contract leaves it open. */
export function isFoundBy(search: string, texts: string[]): boolean | undefined {
  const searched = toTerms(search)
  const known = texts.map(toTerms)
  const terms = known.flatMap((some = []) => some)
  if (searched?.every((term) => terms.some((word) => word.startsWith(term)))) return true
  return searched === undefined || known.includes(undefined) ? undefined : false
}

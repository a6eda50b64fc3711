// Words of a search: the contract tester's own reading of docs/contract.md. Words are letters and digits between other
// characters; case and accents do not count. Of some characters, the contract does not say whether they are letters.

/** Characters that every reading of the contract takes for the same: ASCII, Latin letters, marks, ideographs and emoji. */
const clear = /^(?:[\x20-\x7eÀ-ÖØ-öø-ÿŁł\u4e00-\u9fff\u{1f300}-\u{1f64f}]|[\u0300-\u0308])*$/u

/** Code points of the longest word that a service must compare as a whole. */
const maxLength = 64

/** Returns each word once; `undefined` for a text of which the contract leaves the words open. */
export function toTerms(text: string): string[] | undefined {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const terms = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  const isClear = clear.test(text) && terms.every((term) => Array.from(term).length <= maxLength)
  return isClear ? [...new Set(terms)] : undefined
}

/** Whether texts have each word of a search, or a word that begins with it; `undefined` if the contract leaves it open. */
export function isFoundBy(search: string, texts: string[]): boolean | undefined {
  const searched = toTerms(search)
  const known = texts.map(toTerms)
  const terms = known.flatMap((some = []) => some)
  if (searched?.every((term) => terms.some((word) => word.startsWith(term)))) return true
  return searched === undefined || known.includes(undefined) ? undefined : false
}

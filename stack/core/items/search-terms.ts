// The words of a text, for the search in lists, as docs/contract.md says. PostgreSQL does the same
// (stack/server/store/postgres/index-terms.ts), so the rules name ranges, whatever the version of Unicode.
/** Between words: ASCII but letters and digits, and the blocks of other punctuation, symbols and emoji. */
export const separator =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text can have them.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u303f🀀-🫿]+/u

/** Accents and the like, and variants of emoji, which follow their letter once a text is decomposed (NFKD). */
export const mark =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: it finds these characters alone.
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+/gu

/** Words of an item that count in a search: the index of more would be larger than five times the item. */
export const maxTerms = 2_000

/** A longer word is cut, so that an index can hold it. */
export const maxTermLength = 64

/** @returns Each word once. */
export function toSearchTerms(text: string): string[] {
  const lower = fold(text)
  // Most texts are ASCII, which has no accents.
  const folded = /[^ -~]/.test(lower) ? fold(lower.normalize('NFKD').replace(mark, '')) : lower
  const terms = folded.split(separator).filter((term) => term !== '')
  const cut = terms.map((term) =>
    term.length > maxTermLength ? Array.from(term).slice(0, maxTermLength).join('') : term,
  )
  return [...new Set(cut)]
}

/** Folds case. ς, the sigma at the end of a word, becomes σ. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

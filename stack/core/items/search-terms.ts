// The words of a string, for the search in lists, as in docs/contract.md. PostgreSQL does the same
// (stack/server/store/postgres/index-terms.ts), so the rules are ranges, which do not depend on the version of Unicode.
/** Separators of words: ASCII except letters and digits, and blocks of other punctuation, symbols and emoji. */
export const separator =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a string can contain them.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u303f🀀-🫿]+/u

/** Combining marks and variation selectors, which follow their letter in a decomposed string (NFKD). */
export const mark =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: it finds these characters alone.
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+/gu

/** Maximum number of words of an item that are indexed: with more, the index could be five times larger than the item. */
export const maxTerms = 2_000

/** Longer words are truncated, so that they fit into an index. */
export const maxTermLength = 64

/** @returns Each word once, truncated and folded. */
export function toSearchTerms(text: string): string[] {
  const lower = fold(text)
  // Most strings are ASCII, which has no accents.
  const folded = /[^ -~]/.test(lower) ? fold(lower.normalize('NFKD').replace(mark, '')) : lower
  const terms = folded.split(separator).filter((term) => term !== '')
  const truncated = terms.map((term) =>
    term.length > maxTermLength ? Array.from(term).slice(0, maxTermLength).join('') : term,
  )
  return [...new Set(truncated)]
}

/** Folds case. ς, the sigma at the end of a word, becomes σ. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

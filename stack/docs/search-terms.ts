// The terms that the search of the docs page compares: stems of words.

const stopWords = new Set(
  (
    'a an and are as at be by can could do does during for from has have how i if in is it its me my need not of on only or s ' +
    'should than that the there this to too use we what when where which who why will with would you your'
  ).split(' '),
)

/** @returns The words of a text. `Retry-After` is two words, and a third one without the hyphen. */
export function wordsIn(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? []
  return [...(text.match(/[\p{L}\p{N}]+/gu) ?? []), ...names.map((name) => name.replaceAll('-', ''))]
}

/** Returns the terms of a word: `page` and `paging` have the same term, `createdAt` also has the terms of its parts. */
export function toTerms(word: string): string[] {
  const parts = new Set([word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)].map((part) => part.toLowerCase()))
  return [...parts].filter((part) => !stopWords.has(part)).map(stem)
}

/** Removes up to two endings, as from `versioning`. A URL is also a URI. */
function stem(word: string): string {
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/^url$/, 'uri')
  return stripEnding(stripEnding(singular))
}

function stripEnding(word: string): string {
  const short = word.replace(/(?<=.{4})(?:at(?:ion|ed|ing|e|or)|ency|ent|y)$/, '')
  return short.replace(/(?<=..[^e])(?:ing|ion|ed|e)$/, '')
}

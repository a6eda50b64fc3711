// The terms that the search of the docs page compares: words without their endings.

const stopWords = new Set(
  (
    'a an and are as at be by can could do does during for from has have how i if in is it its me my need not of on only or s ' +
    'should than that the there this to too use we what when where which who why will with would you your'
  ).split(' '),
)

/** @returns The words of a text. `Retry-After` is also one word without its hyphen. */
export function wordsIn(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? []
  return [...(text.match(/[\p{L}\p{N}]+/gu) ?? []), ...names.map((name) => name.replaceAll('-', ''))]
}

/** @returns One term for the forms of an English word, such as `page` and `paging`. `createdAt` is also `created`. */
export function toTerms(word: string): string[] {
  const parts = new Set([word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)].map((part) => part.toLowerCase()))
  return [...parts].filter((part) => !stopWords.has(part)).map(stem)
}

/** Words can have two endings, such as `versioning`. A URL is also a URI. */
function stem(word: string): string {
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/^url$/, 'uri')
  return withoutEnding(withoutEnding(singular))
}

function withoutEnding(word: string): string {
  const short = word.replace(/(?<=.{4})(?:at(?:ion|ed|ing|e|or)|ency|ent|y)$/, '')
  return short.replace(/(?<=..[^e])(?:ing|ion|ed|e)$/, '')
}

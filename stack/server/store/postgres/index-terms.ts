// The SQL functions that split a string into words, as stack/core/items/search-terms.ts does.
import * as terms from '../../../core/items/search-terms.ts'
import { quoteLiteral } from './statements.ts'

/**
 * Returns statements that create the functions. `_words` returns each word once, in order, after a space. They are in
 * PL/pgSQL, because a session then plans them once.
 */
export function defineTerms(name: string): string {
  const [upper, lower] = casePairs()
  const uppers = new Set(upper)
  // `translate` compares each character with all pairs, so it gets only the pairs of letters that the value contains.
  return `
    CREATE FUNCTION ${name}_fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      DECLARE
        letters text := (SELECT string_agg(DISTINCT letter, '') FROM string_to_table(
          regexp_replace(value, '${toBrackets((character) => uppers.has(character), '^')}+', '', 'g'), NULL) AS letter);
      BEGIN
        RETURN CASE WHEN letters IS NULL THEN value
          ELSE translate(value, letters, translate(letters, ${quoteLiteral(upper)}, ${quoteLiteral(lower)})) END;
      END
    $$;
    CREATE FUNCTION ${name}_words(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      DECLARE
        plain text := lower(value COLLATE "C");
      BEGIN
        IF plain ~ '[^\\u0001-\\u007f]' THEN
          plain := regexp_replace(normalize(${name}_fold(plain), NFKD), '${toBrackets((character) => character.search(terms.mark) === 0)}+', '', 'g');
          plain := ${name}_fold(lower(plain COLLATE "C"));
        END IF;
        RETURN (
          SELECT coalesce(string_agg(word, ''), '') FROM (
            SELECT ' ' || left(part, ${terms.maxTermLength}) AS word
            FROM regexp_split_to_table(plain, '${toBrackets((character) => terms.separator.test(character))}+') WITH ORDINALITY AS parts (part, position)
            WHERE part <> '' GROUP BY word ORDER BY min(position) LIMIT ${terms.maxTerms}
          ) AS one
        );
      END
    $$;`
}

/** Returns the letters that `fold` changes, and what they become: databases have different versions of Unicode. */
function casePairs(): [upper: string, lower: string] {
  // `İ` folds to `i` and a combining dot. The dot is removed as an accent.
  const pairs = allCharacters().map((character) => [character, Array.from(terms.fold(character))[0] ?? ''] as const)
  const changed = pairs.filter(([character, folded]) => character !== folded && /\p{L}|\p{N}|\p{S}/u.test(character))
  return [changed.map(([character]) => character).join(''), changed.map(([, folded]) => folded).join('')]
}

/**
 * Returns a bracket expression of PostgreSQL for these characters. The `source` of a RegExp would not do: a bundler may
 * write a character as two surrogates, which PostgreSQL refuses.
 */
function toBrackets(isMatch: (character: string) => boolean, not = ''): string {
  const ranges: [first: number, last: number][] = []
  for (const character of allCharacters()) {
    if (!isMatch(character)) continue
    const point = character.codePointAt(0) ?? 0
    const range = ranges.at(-1)
    if (range?.[1] === point - 1) range[1] = point
    else ranges.push([point, point])
  }
  const escaped = (point: number) => `\\U${point.toString(16).padStart(8, '0')}`
  return `[${not}${ranges.map((range) => range.map(escaped).join('-')).join('')}]`
}

/** Returns U+0001 to U+1FFFF. The rules for words name no others. */
function allCharacters(): string[] {
  return Array.from({ length: 0x1ffff }, (_, index) => String.fromCodePoint(index + 1))
}

// Typical defects of lists: the functions that each one replaces, and the stateful test that finds it.
import { type Entry, fold, type Lists, type Query, toTime } from './list-front.ts'

const findWords = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
const findLive = (all: Entry[], owner: string) => all.filter((entry) => entry.owner === owner && !entry.isDeleted)
const hasCriteria = ({ tag, q, createdSince, sort }: Query) => (tag ?? q ?? createdSince ?? sort) !== undefined
const isFull = ({ length }: unknown[], { limit }: Query) => length === Number(limit)
const getFirst = ({ item, previousVersions }: Entry) => previousVersions.at(-1) ?? item
const getTexts = ({ name, tag }: Entry['item']) => [name, tag]
const compareBytes = (first: string, second: string) => Buffer.compare(Buffer.from(first), Buffer.from(second))

/** Compares two values after the same change of both. */
function comparePrepared(change: (text: string) => string): Partial<Lists> {
  return { compareValues: (first, second) => compareBytes(change(first), change(second)) }
}

const comparePrefix = (count: number) => comparePrepared((text) => Array.from(text).slice(0, count).join(''))

function withTag(isEqual: (first: string, second: string) => boolean): Partial<Lists> {
  return { hasTag: ({ item }, tag) => isEqual(item.tag, tag) }
}

function filterPrepared(change: (text: string) => string): Partial<Lists> {
  return withTag((first, second) => change(first) === change(second))
}

/** Replaces the comparison of `createdSince` with an item. */
function since(isMet: (item: Entry['item'], time: string) => boolean): Partial<Lists> {
  return { isSince: ({ item }, time) => isMet(item, time) }
}

const isNotBefore = (time: string, text: string) => time.replace('Z', '') >= toTime(text)

/** Ignores a parameter if the query has a second one. */
function ignoreParameter(name: keyof Query, other: keyof Query): Partial<Lists> {
  return {
    selectCriteria(query) {
      const { [name]: _, ...others } = query
      return query[other] === undefined ? query : others
    },
  }
}

/** Changes the query of the link. */
function changeLink(change: (query: Query) => Query): Partial<Lists> {
  return {
    link({ afterValue: _, ...others }, { id, value }, field) {
      return change({ ...others, after: id, ...(field && { afterValue: value }) })
    },
  }
}

function omitFromLink(name: keyof Query): Partial<Lists> {
  return changeLink(({ [name]: _, ...others }) => others)
}

/** Does not percent-encode a character in links. */
function leaveUnencoded(character: string): Partial<Lists> {
  return { encode: (text) => encodeURIComponent(text).replaceAll(encodeURIComponent(character), character) }
}

/** Lists only the first items of the caller. */
function capList(count: number, isCapped: (query: Query) => boolean = () => true): Partial<Lists> {
  return { findVisible: (all, owner, query) => findLive(all, owner).slice(0, isCapped(query) ? count : undefined) }
}

/** Also lists some items that belong to another caller or are deleted. */
function showMore(isShown: (query: Query, entry: Entry, owner: string) => boolean): Partial<Lists> {
  return {
    findVisible: (all, owner, query) =>
      all.filter((entry) => (entry.owner === owner && !entry.isDeleted) || isShown(query, entry, owner)),
  }
}

const showOthers = (name: keyof Query) =>
  showMore((query, entry, owner) => query[name] !== undefined && entry.owner !== owner && !entry.isDeleted)
const showDeleted = (name: keyof Query) =>
  showMore((query, entry, owner) => query[name] !== undefined && entry.owner === owner && entry.isDeleted)

const random = 'random histories'
const values = 'histories with each value'
const many = 'histories with many items'

interface ListDefect {
  name: string
  breaks: Partial<Lists>
  foundBy: string
}

const rows: [name: string, breaks: Partial<Lists>, foundBy: string][] = [
  // Search
  [
    'a search finds a removed word',
    { findTexts: (entry) => [entry.item, ...entry.previousVersions].flatMap(getTexts) },
    random,
  ],
  ['a search does not find an added word', { findTexts: (entry) => getTexts(getFirst(entry)) }, random],
  ['a search finds a deleted item', showDeleted('q'), random],
  ["a search finds another caller's item", showOthers('q'), random],
  ['a search finds complete words only', { hasWord: (all, word) => all.includes(word) }, random],
  [
    'a search finds substrings of words',
    { hasWord: (all, word) => all.some((stored) => stored.includes(word)) },
    random,
  ],
  ['a search ignores the tags of items', { findTexts: ({ item }) => [item.name] }, random],
  ['a search ignores the names of items', { findTexts: ({ item }) => [item.tag] }, random],
  ['a search joins the fields without a space', { findTexts: ({ item }) => [item.name + item.tag] }, random],
  [
    'a search finds only the first word of a name',
    { findTexts: ({ item }) => [item.name.split(' ')[0] ?? '', item.tag] },
    random,
  ],
  [
    'a search is case-sensitive',
    {
      findWords: (text) =>
        text
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .match(/[\p{L}\p{N}]+/gu) ?? [],
    },
    random,
  ],
  [
    'a search is accent-sensitive',
    {
      findWords: (text) =>
        text
          .normalize('NFC')
          .toLowerCase()
          .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
    },
    values,
  ],
  ['a search finds only ASCII words', { findWords: (text) => fold(text).match(/[a-z0-9]+/g) ?? [] }, values],
  ['an underscore is a letter', { findWords: (text) => fold(text).match(/[\p{L}\p{N}_]+/gu) ?? [] }, random],
  ['words end only at spaces', { findWords: (text) => fold(text).split(/\s+/).filter(Boolean) }, random],
  ['a search ignores short words', { findWords: (text) => findWords(text).filter(({ length }) => length > 2) }, random],
  [
    'a search ignores all but three words',
    {
      isFound(entry, q) {
        const known = getTexts(entry.item).flatMap(findWords)
        return findWords(q)
          .slice(0, 3)
          .every((word) => known.some((stored) => stored.startsWith(word)))
      },
    },
    values,
  ],
  // Pairs of parameters
  ['the tag filter is ignored with a search', ignoreParameter('tag', 'q'), random],
  ['a search is ignored with the tag filter', ignoreParameter('q', 'tag'), random],
  ['createdSince is ignored with a search', ignoreParameter('createdSince', 'q'), random],
  ['createdSince is ignored with the tag filter', ignoreParameter('createdSince', 'tag'), random],
  ['createdSince is ignored with a sort', ignoreParameter('createdSince', 'sort'), random],
  ['a search is ignored with a sort', ignoreParameter('q', 'sort'), random],
  ['the tag filter is ignored with a sort', ignoreParameter('tag', 'sort'), random],
  ['a search is ignored with createdSince', ignoreParameter('q', 'createdSince'), random],
  ['the tag filter is ignored with createdSince', ignoreParameter('tag', 'createdSince'), random],
  ['createdSince is ignored on later pages', ignoreParameter('createdSince', 'after'), random],
  ['a search is ignored on later pages', ignoreParameter('q', 'after'), random],
  ['the tag filter is ignored on later pages', ignoreParameter('tag', 'after'), random],
  // Sort
  ['a sort uses outdated values', { getValue: (entry, field) => String(getFirst(entry)[field]) }, random],
  ['a sort compares only 199 characters', comparePrefix(199), values],
  ['a sort is case-insensitive', comparePrepared((text) => text.toLowerCase()), values],
  ['a sort uses a locale collation', { compareValues: (first, second) => first.localeCompare(second) }, random],
  [
    'a sort compares UTF-16 code units',
    { compareValues: (first, second) => (first < second ? -1 : Number(first > second)) },
    values,
  ],
  ['a sort normalizes to NFC', comparePrepared((text) => text.normalize('NFC')), values],
  [
    'sort=createdAt sorts by updatedAt',
    { getValue: ({ item }, field) => item[field === 'createdAt' ? 'updatedAt' : field] },
    random,
  ],
  ['sort=createdAt sorts by name', { getValue: ({ item }) => item.name }, random],
  [
    'a descending list pages by id only',
    {
      isAfter(position, from, descends) {
        return descends ? position.id < from.id : this.compare?.(position, from, false) === 1
      },
    },
    random,
  ],
  [
    'a list with createdSince is sorted by id',
    { getSortField: ({ sort }) => (sort?.endsWith('name') ? 'name' : sort ? 'createdAt' : undefined) },
    random,
  ],
  [
    'a sorted page with a filter lacks its last item',
    { edit: (all, query) => (query.sort && query.tag !== undefined && isFull(all, query) ? all.slice(0, -1) : all) },
    random,
  ],
  [
    'a later sorted page lacks its first item',
    { edit: (all, { sort, after }) => (sort && after ? all.slice(1) : all) },
    random,
  ],
  [
    'a page of a search lacks its last item',
    { edit: (all, query) => (query.q && isFull(all, query) ? all.slice(0, -1) : all) },
    random,
  ],
  [
    'a page starts at the current value of the cursor item',
    { getCursorValue: (afterValue, present) => present ?? afterValue },
    random,
  ],
  // Ranges
  ['createdSince is exclusive', since(({ createdAt }, time) => createdAt.replace('Z', '') > toTime(time)), random],
  ['createdSince compares updatedAt', since(({ updatedAt }, time) => isNotBefore(updatedAt, time)), random],
  [
    'createdSince ignores the UTC offset',
    since(({ createdAt }, time) => createdAt >= time.replace(/(?:Z|[+-]\d\d:\d\d)$/, 'Z')),
    random,
  ],
  [
    'createdSince compares only seconds',
    since(({ createdAt }, time) => createdAt.slice(0, 19) >= toTime(time).slice(0, 19)),
    random,
  ],
  [
    'createdSince parses tenths of a second as milliseconds',
    since(({ createdAt }, time) =>
      isNotBefore(
        createdAt,
        time.replace(/\.\d+/, (all) => `.${all.slice(1).padStart(3, '0')}`),
      ),
    ),
    random,
  ],
  [
    'createdSince lists the older items',
    since(({ createdAt }, time) => createdAt.replace('Z', '') <= toTime(time)),
    random,
  ],
  [
    'createdSince ignores digits after the milliseconds',
    since(({ createdAt }, time) => createdAt.replace('Z', '') >= toTime(time).slice(0, 23)),
    values,
  ],
  // Filters
  ['an empty tag matches blanks', withTag((value, tag) => (tag === '' ? value.trim() === '' : value === tag)), values],
  ['a filter is case-insensitive', filterPrepared((text) => text.toLowerCase()), values],
  ['a filter matches a prefix', withTag((value, tag) => (tag === '' ? value === '' : value.startsWith(tag))), values],
  ['a filter trims values', filterPrepared((text) => text.trim()), values],
  ['a filter normalizes to NFC', filterPrepared((text) => text.normalize('NFC')), values],
  ['an empty tag matches all items', withTag((value, tag) => tag === '' || value === tag), random],
  ['a filter uses outdated tags', { hasTag: (entry, tag) => getFirst(entry).tag === tag }, random],
  ['a filter compares only 63 characters', filterPrepared((text) => text.slice(0, 63)), values],
  ['a filter splits its value at commas', withTag((value, tag) => tag.split(',').includes(value)), values],
  ["a filter lists another caller's items", showOthers('tag'), random],
  // Links
  ['the link lacks the sort', omitFromLink('sort'), random],
  ['the link lacks the filter', omitFromLink('tag'), random],
  ['the link lacks the search', omitFromLink('q'), random],
  ['the link lacks the limit', omitFromLink('limit'), random],
  ['the link lacks the count', omitFromLink('count'), random],
  ['the link lacks afterValue', omitFromLink('afterValue'), random],
  ['the link does not encode a plus', leaveUnencoded('+'), random],
  ['the link does not encode an ampersand', leaveUnencoded('&'), values],
  ['the link encodes twice', { encode: (text) => encodeURIComponent(encodeURIComponent(text)) }, random],
  ['no page has a link', { hasNext: () => false }, random],
  ['the last page has a link', { hasNext: (length, limit) => length >= limit }, random],
  ['the page before a last page of one item has no link', { hasNext: (length, limit) => length > limit + 1 }, random],
  [
    'a page after a deleted item is empty',
    {
      findVisible: (all, owner, { after }) => {
        const visible = findLive(all, owner)
        return after === undefined || visible.some(({ item }) => item.id === after) ? visible : []
      },
    },
    random,
  ],
  // Limits and counts
  ['a list without criteria is capped at 60 items', capList(60, (query) => !hasCriteria(query)), many],
  ['a list is capped at 200 items', capList(200), many],
  ['a sorted list is capped at 100 items', capList(100, ({ sort }) => sort !== undefined), many],
  ['a search is capped at 100 items', capList(100, ({ q }) => q !== undefined), many],
  ['a page is capped at 50 items', { getLimit: ({ limit = '20' }) => Math.min(50, Number(limit)) }, many],
  ['the default limit is 25', { getLimit: ({ limit = '25' }) => Number(limit) }, many],
  ['a later page ignores the limit', { getLimit: ({ limit = '20', after }) => (after ? 20 : Number(limit)) }, random],
  ['the count is the size of the page', { countItems: (_, listed) => String(listed.length) }, random],
  ['the count is capped at 100', { countItems: ({ length }) => (length > 100 ? '100+' : String(length)) }, many],
]

export const listDefects = rows.map(([name, breaks, foundBy]): ListDefect => ({ name, breaks, foundBy }))

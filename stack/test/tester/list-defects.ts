// Defects of lists, as services have had them: what each one breaks, and the check that finds it.
import { type Entry, fold, type Lists, type Query, toTime } from './list-front.ts'

const words = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
const live = (all: Entry[], owner: string) => all.filter((entry) => entry.owner === owner && !entry.isDeleted)
const isNarrowed = ({ tag, q, createdSince, sort }: Query) => (tag ?? q ?? createdSince ?? sort) !== undefined
const isFull = ({ length }: unknown[], { limit }: Query) => length === Number(limit)
const first = ({ item, earlier }: Entry) => earlier.at(-1) ?? item
const texts = ({ name, tag }: Entry['item']) => [name, tag]
const inBytes = (first: string, second: string) => Buffer.compare(Buffer.from(first), Buffer.from(second))

/** Compares what a change makes of both values. */
function comparing(change: (text: string) => string): Partial<Lists> {
  return { compareValues: (first, second) => inBytes(change(first), change(second)) }
}

const comparingFirst = (count: number) => comparing((text) => Array.from(text).slice(0, count).join(''))

function withTag(isEqual: (first: string, second: string) => boolean): Partial<Lists> {
  return { hasTag: ({ item }, tag) => isEqual(item.tag, tag) }
}

function changingTag(change: (text: string) => string): Partial<Lists> {
  return withTag((first, second) => change(first) === change(second))
}

/** Compares a time of each item with a time of the query. */
function since(isMet: (item: Entry['item'], time: string) => boolean): Partial<Lists> {
  return { isSince: ({ item }, time) => isMet(item, time) }
}

const isFrom = (time: string, text: string) => time.replace('Z', '') >= toTime(text)

/** Ignores a parameter if the query has the other one. */
function forgetting(name: keyof Query, other: keyof Query): Partial<Lists> {
  return {
    narrow(query) {
      const { [name]: _, ...others } = query
      return query[other] === undefined ? query : others
    },
  }
}

/** Changes the query of the link. */
function linking(change: (query: Query) => Query): Partial<Lists> {
  return {
    linked({ afterValue: _, ...others }, { id, value }, field) {
      return change({ ...others, after: id, ...(field && { afterValue: value }) })
    },
  }
}

function linkWithout(name: keyof Query): Partial<Lists> {
  return linking(({ [name]: _, ...others }) => others)
}

/** Writes a character of the link as it is. */
function notEncoding(character: string): Partial<Lists> {
  return { encode: (text) => encodeURIComponent(text).replaceAll(encodeURIComponent(character), character) }
}

/** Lists only the first items of the caller. */
function capped(count: number, isCapped: (query: Query) => boolean = () => true): Partial<Lists> {
  return { visible: (all, owner, query) => live(all, owner).slice(0, isCapped(query) ? count : undefined) }
}

/** Also lists what belongs to another caller, or is deleted. */
function showing(isShown: (query: Query, entry: Entry, owner: string) => boolean): Partial<Lists> {
  return {
    visible: (all, owner, query) =>
      all.filter((entry) => (entry.owner === owner && !entry.isDeleted) || isShown(query, entry, owner)),
  }
}

const showingOthers = (name: keyof Query) =>
  showing((query, entry, owner) => query[name] !== undefined && entry.owner !== owner && !entry.isDeleted)
const showingDeleted = (name: keyof Query) =>
  showing((query, entry, owner) => query[name] !== undefined && entry.owner === owner && entry.isDeleted)

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
    'a search finds a word that a change removed',
    { searched: (entry) => [entry.item, ...entry.earlier].flatMap(texts) },
    random,
  ],
  ['a search does not find a word that a change added', { searched: (entry) => texts(first(entry)) }, random],
  ['a search finds a deleted item', showingDeleted('q'), random],
  ["a search finds another caller's item", showingOthers('q'), random],
  ['a search finds whole words only', { hasWord: (all, word) => all.includes(word) }, random],
  [
    'a search finds the middle of a word',
    { hasWord: (all, word) => all.some((stored) => stored.includes(word)) },
    random,
  ],
  ['a search reads the names only', { searched: ({ item }) => [item.name] }, random],
  ['a search reads the tags only', { searched: ({ item }) => [item.tag] }, random],
  ['a search joins the fields', { searched: ({ item }) => [item.name + item.tag] }, random],
  [
    'a search reads the first word of a field',
    { searched: ({ item }) => [item.name.split(' ')[0] ?? '', item.tag] },
    random,
  ],
  [
    'a search compares case',
    {
      words: (text) =>
        text
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .match(/[\p{L}\p{N}]+/gu) ?? [],
    },
    random,
  ],
  [
    'a search compares accents',
    {
      words: (text) =>
        text
          .normalize('NFC')
          .toLowerCase()
          .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
    },
    values,
  ],
  ['a search knows ASCII only', { words: (text) => fold(text).match(/[a-z0-9]+/g) ?? [] }, values],
  ['an underscore is a letter', { words: (text) => fold(text).match(/[\p{L}\p{N}_]+/gu) ?? [] }, random],
  ['words end at spaces', { words: (text) => fold(text).split(/\s+/).filter(Boolean) }, random],
  ['short words are skipped', { words: (text) => words(text).filter(({ length }) => length > 2) }, random],
  [
    'a search reads three words',
    {
      isFound(entry, q) {
        const known = texts(entry.item).flatMap(words)
        return words(q)
          .slice(0, 3)
          .every((word) => known.some((stored) => stored.startsWith(word)))
      },
    },
    values,
  ],
  // Pairs of parameters
  ['a search ignores the tag', forgetting('tag', 'q'), random],
  ['a filter ignores the search', forgetting('q', 'tag'), random],
  ['a range is ignored with a search', forgetting('createdSince', 'q'), random],
  ['a range is ignored with a filter', forgetting('createdSince', 'tag'), random],
  ['a range is ignored with a sort', forgetting('createdSince', 'sort'), random],
  ['a search is ignored with a sort', forgetting('q', 'sort'), random],
  ['a filter is ignored with a sort', forgetting('tag', 'sort'), random],
  ['a search is ignored with a range', forgetting('q', 'createdSince'), random],
  ['a filter is ignored with a range', forgetting('tag', 'createdSince'), random],
  ['a range is ignored on later pages', forgetting('createdSince', 'after'), random],
  ['a search is ignored on later pages', forgetting('q', 'after'), random],
  ['a filter is ignored on later pages', forgetting('tag', 'after'), random],
  // Sort
  ['a sort uses the value before a change', { value: (entry, field) => String(first(entry)[field]) }, random],
  ['a sort compares 199 characters', comparingFirst(199), values],
  ['a sort ignores case', comparing((text) => text.toLowerCase()), values],
  ['a sort follows a language', { compareValues: (first, second) => first.localeCompare(second) }, random],
  [
    'a sort compares UTF-16',
    { compareValues: (first, second) => (first < second ? -1 : Number(first > second)) },
    values,
  ],
  ['a sort composes accents', comparing((text) => text.normalize('NFC')), values],
  [
    'createdAt sorts by updatedAt',
    { value: ({ item }, field) => item[field === 'createdAt' ? 'updatedAt' : field] },
    random,
  ],
  ['createdAt sorts by name', { value: ({ item }) => item.name }, random],
  [
    'a descending page follows the id only',
    {
      isAfter(position, from, descends) {
        return descends ? position.id < from.id : this.compare?.(position, from, false) === 1
      },
    },
    random,
  ],
  [
    'a range is in the order of ids',
    { fieldOf: ({ sort }) => (sort?.endsWith('name') ? 'name' : sort ? 'createdAt' : undefined) },
    random,
  ],
  [
    'a sorted page loses its last item with a filter',
    { finish: (all, query) => (query.sort && query.tag !== undefined && isFull(all, query) ? all.slice(0, -1) : all) },
    random,
  ],
  [
    'a later sorted page loses its first item',
    { finish: (all, { sort, after }) => (sort && after ? all.slice(1) : all) },
    random,
  ],
  [
    'a page of a search loses its last item',
    { finish: (all, query) => (query.q && isFull(all, query) ? all.slice(0, -1) : all) },
    random,
  ],
  [
    'a page follows the present value of the item before it',
    { cursorValue: (afterValue, present) => present ?? afterValue },
    random,
  ],
  // Ranges
  ['a range excludes its limit', since(({ createdAt }, time) => createdAt.replace('Z', '') > toTime(time)), random],
  ['a range compares updatedAt', since(({ updatedAt }, time) => isFrom(updatedAt, time)), random],
  [
    'a range ignores the zone',
    since(({ createdAt }, time) => createdAt >= time.replace(/(?:Z|[+-]\d\d:\d\d)$/, 'Z')),
    random,
  ],
  [
    'a range compares seconds',
    since(({ createdAt }, time) => createdAt.slice(0, 19) >= toTime(time).slice(0, 19)),
    random,
  ],
  [
    'a range reads tenths of a second as milliseconds',
    since(({ createdAt }, time) =>
      isFrom(
        createdAt,
        time.replace(/\.\d+/, (all) => `.${all.slice(1).padStart(3, '0')}`),
      ),
    ),
    random,
  ],
  [
    'a range takes the earlier items',
    since(({ createdAt }, time) => createdAt.replace('Z', '') <= toTime(time)),
    random,
  ],
  [
    'a range ignores digits after the milliseconds',
    since(({ createdAt }, time) => createdAt.replace('Z', '') >= toTime(time).slice(0, 23)),
    values,
  ],
  // Filters
  ['an empty filter takes blanks', withTag((value, tag) => (tag === '' ? value.trim() === '' : value === tag)), values],
  ['a filter ignores case', changingTag((text) => text.toLowerCase()), values],
  ['a filter takes a beginning', withTag((value, tag) => (tag === '' ? value === '' : value.startsWith(tag))), values],
  ['a filter trims', changingTag((text) => text.trim()), values],
  ['a filter composes accents', changingTag((text) => text.normalize('NFC')), values],
  ['an empty filter takes all items', withTag((value, tag) => tag === '' || value === tag), random],
  ['a filter uses the tag before a change', { hasTag: (entry, tag) => first(entry).tag === tag }, random],
  ['a filter compares 63 characters', changingTag((text) => text.slice(0, 63)), values],
  ['a filter takes a list', withTag((value, tag) => tag.split(',').includes(value)), values],
  ["a filter lists another caller's items", showingOthers('tag'), random],
  // Links
  ['the link lacks the order', linkWithout('sort'), random],
  ['the link lacks the filter', linkWithout('tag'), random],
  ['the link lacks the search', linkWithout('q'), random],
  ['the link lacks the limit', linkWithout('limit'), random],
  ['the link lacks the count', linkWithout('count'), random],
  ['the link lacks the position', linkWithout('afterValue'), random],
  ['the link does not encode a plus', notEncoding('+'), random],
  ['the link does not encode an ampersand', notEncoding('&'), values],
  ['the link encodes twice', { encode: (text) => encodeURIComponent(encodeURIComponent(text)) }, random],
  ['no page has a link', { hasNext: () => false }, random],
  ['the last page has a link', { hasNext: (length, limit) => length >= limit }, random],
  ['the page before a single item has no link', { hasNext: (length, limit) => length > limit + 1 }, random],
  [
    'a page after a deleted item is empty',
    {
      visible: (all, owner, { after }) => {
        const visible = live(all, owner)
        return after === undefined || visible.some(({ item }) => item.id === after) ? visible : []
      },
    },
    random,
  ],
  // Limits and counts
  ['a list without a query has 60 items', capped(60, (query) => !isNarrowed(query)), many],
  ['a list has 200 items', capped(200), many],
  ['a sorted list has 100 items', capped(100, ({ sort }) => sort !== undefined), many],
  ['a search has 100 items', capped(100, ({ q }) => q !== undefined), many],
  ['a limit of 100 is 50', { limit: ({ limit = '20' }) => Math.min(50, Number(limit)) }, many],
  ['the default limit is 25', { limit: ({ limit = '25' }) => Number(limit) }, many],
  ['a later page ignores the limit', { limit: ({ limit = '20', after }) => (after ? 20 : Number(limit)) }, random],
  ['the count is that of the page', { total: (_, listed) => String(listed.length) }, random],
  ['the count ends at 100', { total: ({ length }) => (length > 100 ? '100+' : String(length)) }, many],
]

export const listDefects = rows.map(([name, breaks, foundBy]): ListDefect => ({ name, breaks, foundBy }))

// Rules about lists: the tag filter, pages, positions, deprecation.
import { expect, expectEqual } from '../call.ts'
import type { Caller, Plant } from '../caller.ts'
import { at } from '../contract/openapi.ts'
import { percentEncoded } from '../requests/encoding.ts'
import type { Rule } from './rule.ts'
import { similarTexts } from './texts.ts'

const tagSentence = 'Returns only plants with exactly this tag, compared by code points.'
const tagQuery = (tag: string) => `tag=${percentEncoded(tag, 'all')}`

/** Lists one page; returns its plants and its `Link`. */
async function page(
  caller: Caller,
  query: string[],
): Promise<{ plants: Plant[]; link: string | undefined; etag: string }> {
  const { value, response } = await caller.send('listPlants', { query }, 200, 'positive_data_acceptance')
  const plants = (Array.isArray(value) ? value : []).map((plant): Plant => Object(plant))
  return { plants, link: response.headers.link, etag: response.headers.etag ?? '' }
}

const idsOf = (plants: Plant[]) => plants.map(({ id }) => id)

async function createWithTag(caller: Caller, tag: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++)
    ids.push((await caller.create({ name: `plant ${count - index}`, tag })).plant.id)
  return ids.toSorted()
}

/** A position before the plants of this run, in the format of version 0.4.0. */
const oldCursor = 'AZqfPlyAehGOXT8KbCudQQAAAAAAAAAA'

export const listRules: Rule[] = [
  {
    name: 'tag filter',
    check: 'filter_conformance',
    sentence: tagSentence,
    async run({ caller, unique }) {
      const tags = [unique, unique.toUpperCase(), ...similarTexts.map((text) => `${unique}${text}`), `x${unique}`]
      for (const tag of [...tags, '']) await caller.create({ name: `A plant with ${tag}`, tag })
      for (const tag of tags) await caller.list({ tag })
    },
  },
  {
    name: 'plants without a tag',
    check: 'filter_conformance',
    sentence: 'An empty value returns plants without a tag.',
    alone: true,
    async run({ caller, session, check, unique }) {
      const { plant: tagged } = await caller.create({ name: 'Tagged', tag: unique })
      const { plant: untagged } = await caller.create({ name: 'Untagged' })
      const position = [tagged.id, untagged.id].toSorted()[0] ?? ''
      const { plants } = await page(caller, ['tag=', 'limit=100'])
      expectEqual(
        session,
        check,
        'tags in the list of plants without a tag',
        plants.map(({ tag }) => tag).filter(Boolean),
        [],
      )
      // Other plants without a tag may come before.
      if (position === tagged.id) {
        const after = await page(caller, ['tag=', `after=${position}`, 'limit=100'])
        expectEqual(session, check, 'the plants without a tag', idsOf(after.plants).slice(0, 1), [untagged.id])
      }
    },
  },
  {
    name: 'next page of a filtered list',
    check: 'filter_conformance',
    sentence: 'To get the next page, send the same request with the `id` of the last plant as `after`.',
    async run({ caller, session, check, unique }) {
      const tag = `${unique} &+é`
      for (let index = 0; index < 5; index++)
        await caller.create({ name: 'A plant', tag: index % 2 === 0 ? tag : unique })
      for (const way of ['Link', 'after'] as const) await caller.list({ tag, limit: 1, way })
      const { plants, link } = await page(caller, [tagQuery(tag), 'limit=2'])
      expectEqual(session, check, 'the number of plants on the first page', plants.length, 2)
      const linked = new URLSearchParams(/<\?([^>]*)>/.exec(link ?? '')?.[1])
      const expected = { tag, limit: '2', after: plants.at(-1)?.id }
      const { tag: linkedTag, limit, after } = Object.fromEntries(linked)
      expectEqual(session, check, 'the query of Link', { tag: linkedTag, limit, after }, expected)
    },
  },
  {
    name: 'default limit',
    check: 'listing_conformance',
    sentence: '`GET /plants` returns at most `limit` plants, in ascending order of `id`.',
    async run({ caller, session, check, unique }) {
      const ids = await createWithTag(caller, unique, 21)
      const first = await page(caller, [tagQuery(unique)])
      expectEqual(
        session,
        check,
        'plants on a page without `limit` (default: 20)',
        idsOf(first.plants),
        ids.slice(0, 20),
      )
      expect(session, check, first.link !== undefined, 'Link: expected the next page, got nothing')
      for (const limit of [1, 20, 21, 100]) {
        const { plants, link } = await page(caller, [tagQuery(unique), `limit=${limit}`])
        expectEqual(session, check, `plants for limit=${limit}`, idsOf(plants), ids.slice(0, limit))
        const isLast = limit >= 21
        const message = `Link for limit=${limit} of 21 plants: expected ${isLast ? 'none' : 'the next page'}, got ${link ?? 'none'}`
        expect(session, check, (link === undefined) === isLast, message)
      }
    },
  },
  {
    name: 'limits of `limit`',
    check: 'negative_data_rejection',
    sentence: 'The maximum number of plants to return, in plain decimal digits.',
    async run({ caller, check }) {
      for (const limit of ['0', '101', '-1', '1.0', '1e1', '01', '%2B1', '', 'x', '1000', '2147483648']) {
        await caller.send('listPlants', { query: [`limit=${limit}`] }, 400, check)
      }
    },
  },
  {
    name: 'largest limit',
    check: 'listing_conformance',
    sentence: 'If a page has fewer than `limit` plants, it is the last one.',
    async run({ caller, session, check, unique }) {
      const ids = await createWithTag(caller, unique, 60)
      const { plants } = await page(caller, [tagQuery(unique), 'limit=100'])
      expectEqual(session, check, 'plants for limit=100', idsOf(plants), ids)
    },
  },
  {
    name: 'position of a deleted plant',
    check: 'listing_conformance',
    sentence: '`after` is a position in your list: it also works when the plant with this `id` is deleted.',
    async run({ caller, session, check, unique }) {
      const ids = await createWithTag(caller, unique, 6)
      const [, second = '', third = ''] = ids
      await caller.remove(second)
      const left = ids.filter((id) => id !== second)
      for (const after of [second, third]) {
        const { plants } = await page(caller, [tagQuery(unique), `after=${after}`, 'limit=100'])
        expectEqual(
          session,
          check,
          `plants after ${after}`,
          idsOf(plants),
          left.filter((id) => id > after),
        )
      }
      const last = await page(caller, [tagQuery(unique), `after=${ids.at(-1)}`])
      expectEqual(session, check, 'plants after the last one', last.plants, [])
      expectEqual(session, check, 'Link of an empty page', last.link, undefined)
    },
  },
  {
    name: 'list after each change',
    check: 'listing_conformance',
    sentence:
      'A plant that exists during the whole iteration is listed exactly once, even if other plants are created or deleted.',
    async run({ caller, unique }) {
      const ids = await createWithTag(caller, unique, 4)
      await caller.list({ tag: unique })
      await caller.change(ids[0] ?? '', { name: 'Renamed' })
      await caller.list({ tag: unique, limit: 2 })
      await caller.remove(ids[1] ?? '')
      await caller.list({ tag: unique })
      await caller.change(ids[2] ?? '', { tag: `${unique}x` })
      await caller.list({ tag: unique })
      await caller.list({ tag: `${unique}x` })
    },
  },
  {
    name: 'position beside a deprecated one',
    check: 'listing_conformance',
    sentence: 'If both are sent, `after` counts.',
    async run({ caller, session, check, unique }) {
      const ids = await createWithTag(caller, unique, 3)
      const [first = '', ...rest] = ids
      for (const query of [
        [`after=${first}`, `cursor=${oldCursor}`],
        [`cursor=${oldCursor}`, `after=${first}`],
      ]) {
        const { plants } = await page(caller, [tagQuery(unique), ...query])
        expectEqual(session, check, `plants after ${first}, with a cursor`, idsOf(plants), rest)
      }
    },
  },
  {
    name: 'deprecated parameter',
    check: 'response_headers_conformance',
    sentence: 'A successful response to a request that uses it has two headers',
    async run({ caller, session, check }) {
      const headersOf = async (query: string[]) => {
        const { response } = await caller.send('listPlants', { query }, 200, 'positive_data_acceptance')
        const { deprecation, sunset } = response.headers
        return { deprecation, sunset }
      }
      const { deprecation, sunset } = await headersOf([`cursor=${oldCursor}`])
      const { since, sunset: end } = Object(at('/components/parameters/Cursor').value['x-deprecation'])
      const dates = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(end).toUTCString() }
      expectEqual(session, check, 'the headers for `cursor`', { deprecation, sunset }, dates)
      session.sentence = 'Absent if the request uses no deprecated part.'
      const without = await headersOf(['limit=1'])
      expectEqual(session, check, 'the headers without `cursor`', without, {
        deprecation: undefined,
        sunset: undefined,
      })
    },
  },
]

/** Lists one page; returns its entity tag. */
export async function listTag(caller: Caller, query: string[]): Promise<string> {
  return (await page(caller, query)).etag
}

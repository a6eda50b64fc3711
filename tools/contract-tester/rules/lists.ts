// Rules about lists: the tag filter, pages, positions, deprecation.
import { tagQuery, ways } from '../caller.ts'
import { at } from '../contract/openapi.ts'
import type { Rule } from './rule.ts'
import { similarTexts } from './texts.ts'

/** A position before the plants of this run, in the format of version 0.4.0. */
const oldCursor = 'cursor=AZqfPlyAehGOXT8KbCudQQAAAAAAAAAA'

export const listRules: Rule[] = [
  {
    name: 'tag filter',
    check: 'filter_conformance',
    sentence: 'Returns only plants with exactly this tag, compared by code points.',
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
    async run({ caller, session, unique }) {
      const { id: tagged } = await caller.create({ name: 'Tagged', tag: unique })
      const { id: untagged } = await caller.create({ name: 'Untagged' })
      const { plants } = await caller.page(['tag=', 'limit=100'])
      const tags = plants.map(({ tag }) => tag).filter(Boolean)
      session.expectEqual('tags in the list of plants without a tag', tags, [])
      // Other plants without a tag may come before.
      if (tagged > untagged) return
      const { ids } = await caller.page(['tag=', `after=${tagged}`, 'limit=100'])
      session.expectEqual('the plants without a tag', ids.slice(0, 1), [untagged])
    },
  },
  {
    name: 'next page of a filtered list',
    check: 'filter_conformance',
    sentence: 'To get the next page, send the same request with the `id` of the last plant as `after`.',
    async run({ caller, session, unique }) {
      const tag = `${unique} &+é`
      for (const one of [tag, unique, tag, unique, tag]) await caller.create({ name: 'A plant', tag: one })
      for (const way of ways) await caller.list({ tag, limit: 1, way })
      const { ids, link = '' } = await caller.page([tagQuery(tag), 'limit=2'])
      session.expectEqual('the number of plants on the first page', ids.length, 2)
      const linked = Object.fromEntries(new URLSearchParams(/<\?([^>]*)>/.exec(link)?.[1]))
      const { tag: linkedTag, limit, after } = linked
      const expected = { tag, limit: '2', after: ids.at(-1) }
      session.expectEqual('the query of Link', { tag: linkedTag, limit, after }, expected)
    },
  },
  {
    name: 'default limit',
    check: 'listing_conformance',
    sentence: '`GET /plants` returns at most `limit` plants, in ascending order of `id`.',
    async run({ caller, session, unique }) {
      const ids = await caller.createSeveral(21, unique)
      const first = await caller.page([tagQuery(unique)])
      session.expectEqual('plants on a page without `limit` (default: 20)', first.ids, ids.slice(0, 20))
      session.expect(first.link !== undefined, 'Link: expected the next page, got nothing')
      for (const limit of [1, 20, 21, 100]) {
        const page = await caller.page([tagQuery(unique), `limit=${limit}`])
        session.expectEqual(`plants for limit=${limit}`, page.ids, ids.slice(0, limit))
        const isLast = limit >= 21
        const expected = `expected ${isLast ? 'none' : 'the next page'}, got ${page.link ?? 'none'}`
        session.expect((page.link === undefined) === isLast, `Link for limit=${limit} of 21 plants: ${expected}`)
      }
    },
  },
  {
    name: 'limits of `limit`',
    check: 'negative_data_rejection',
    sentence: 'The maximum number of items to return, in plain decimal digits.',
    async run({ caller }) {
      for (const limit of ['0', '101', '-1', '1.0', '1e1', '01', '%2B1', '', 'x', '1000', '2147483648']) {
        await caller.send('listPlants', { query: [`limit=${limit}`] }, 400)
      }
    },
  },
  {
    name: 'largest limit',
    check: 'listing_conformance',
    sentence: 'If a page has fewer than `limit` plants, it is the last one.',
    async run({ caller, session, unique }) {
      const ids = await caller.createSeveral(60, unique)
      const page = await caller.page([tagQuery(unique), 'limit=100'])
      session.expectEqual('plants for limit=100', page.ids, ids)
    },
  },
  {
    name: 'position of a deleted plant',
    check: 'listing_conformance',
    sentence: '`after` is a position in your list: it also works when the plant with this `id` is deleted.',
    async run({ caller, session, unique }) {
      const ids = await caller.createSeveral(6, unique)
      const [, second = '', third = ''] = ids
      await caller.remove(second)
      for (const after of [second, third]) {
        const page = await caller.page([tagQuery(unique), `after=${after}`, 'limit=100'])
        const left = ids.filter((id) => id !== second && id > after)
        session.expectEqual(`plants after ${after}`, page.ids, left)
      }
      const last = await caller.page([tagQuery(unique), `after=${ids.at(-1)}`])
      session.expectEqual('plants after the last one', last.plants, [])
      session.expectEqual('Link of an empty page', last.link, undefined)
    },
  },
  {
    name: 'list after each change',
    check: 'listing_conformance',
    sentence:
      'A plant that exists during the whole iteration is listed exactly once, even if other plants are created or deleted.',
    async run({ caller, unique: tag }) {
      const [first = '', second = '', third = ''] = await caller.createSeveral(4, tag)
      await caller.list({ tag })
      await caller.change(first, { name: 'Renamed' })
      await caller.list({ tag, limit: 2 })
      await caller.remove(second)
      await caller.list({ tag })
      await caller.change(third, { tag: `${tag}x` })
      await caller.list({ tag })
      await caller.list({ tag: `${tag}x` })
    },
  },
  {
    name: 'position beside a deprecated one',
    check: 'listing_conformance',
    sentence: 'If both are sent, `after` counts.',
    async run({ caller, session, unique }) {
      const [first = '', ...rest] = await caller.createSeveral(3, unique)
      const positions = [`after=${first}`, oldCursor]
      for (const query of [positions, positions.toReversed()]) {
        const { ids } = await caller.page([tagQuery(unique), ...query])
        session.expectEqual(`plants after ${first}, with a cursor`, ids, rest)
      }
    },
  },
  {
    name: 'deprecated parameter',
    check: 'response_headers_conformance',
    sentence: 'A successful response to a request that uses it has two headers',
    async run({ caller, session }) {
      const headersOf = async (query: string) => {
        const { response } = await caller.send('listPlants', { query: [query] }, 200, 'positive_data_acceptance')
        const { deprecation, sunset } = response.headers
        return { deprecation, sunset }
      }
      const { since, sunset } = Object(at('/components/parameters/Cursor').value['x-deprecation'])
      const dates = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() }
      session.expectEqual('the headers for `cursor`', await headersOf(oldCursor), dates)
      session.sentence = 'Absent if the request uses no deprecated part.'
      const none = { deprecation: undefined, sunset: undefined }
      session.expectEqual('the headers without `cursor`', await headersOf('limit=1'), none)
    },
  },
]

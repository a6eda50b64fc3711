// Rules about lists: the tag filter, pages, positions, deprecation.
import { tagQuery } from '../caller.ts'
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
    name: 'limits',
    check: 'listing_conformance',
    sentence: '`GET /plants` returns at most `limit` plants, in ascending order of `id`.',
    async run({ caller, session, unique }) {
      const ids = await caller.createSeveral(60, unique)
      const first = await caller.page([tagQuery(unique)])
      session.expectEqual('plants on a page without `limit` (default: 20)', first.ids, ids.slice(0, 20))
      session.expect(first.headers.link !== undefined, 'Link: expected the next page, got nothing')
      for (const limit of [1, 20, 60, 100]) {
        const page = await caller.page([tagQuery(unique), `limit=${limit}`])
        session.expectEqual(`plants for limit=${limit}`, page.ids, ids.slice(0, limit))
        const isLast = limit >= 60
        const expected = `expected ${isLast ? 'none' : 'the next page'}, got ${page.headers.link ?? 'none'}`
        session.expect(
          (page.headers.link === undefined) === isLast,
          `Link for limit=${limit} of 60 plants: ${expected}`,
        )
      }
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
      session.expectEqual('Link of an empty page', last.headers.link, undefined)
    },
  },
  {
    name: 'deprecated parameter',
    check: 'response_headers_conformance',
    sentence: 'A successful response to a request that uses it has two headers',
    async run({ caller, session, unique }) {
      const { since, sunset } = Object(at('/components/parameters/Cursor').value['x-deprecation'])
      const dates = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() }
      const [first = '', ...rest] = await caller.createSeveral(3, unique)
      const positions = [`after=${first}`, oldCursor]
      for (const query of [positions, positions.toReversed(), [`after=${first}`]]) {
        const page = await caller.page([tagQuery(unique), ...query])
        session.expectEqual(`plants after ${first}`, page.ids, rest, 'listing_conformance')
        const expected = query.includes(oldCursor) ? dates : { deprecation: undefined, sunset: undefined }
        const { deprecation, sunset } = page.headers
        session.expectEqual(`the headers for ${query.join('&')}`, { deprecation, sunset }, expected)
      }
    },
  },
]

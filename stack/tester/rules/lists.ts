// Rules about lists: filters, pages, positions, deprecation.
import * as fc from 'fast-check'
import { type Collection, returns } from '../contract/collections.ts'
import { getLink, ListModel } from '../list-model.ts'
import { similarTexts } from '../requests/scalars.ts'
import { isValid, sample, valid } from '../requests/values.ts'
import type { Rule } from './rule.ts'

const check = 'listing_conformance'
const hasPages = ({ list, listParameters }: Collection) =>
  returns(list, 200, 'link') && new ListModel(listParameters, {}).isById

export const listRules: Rule[] = [
  {
    name: 'filters',
    check: 'filter_conformance',
    sentence: 'Returns only … with exactly this …, compared by code points.',
    fits: ({ filters }) => filters.length > 0,
    async run({ caller, collection, unique }) {
      const texts = [unique, unique.toUpperCase(), ...similarTexts.map((text) => `${unique}${text}`), `x${unique}`]
      for (const { name, schema } of collection.filters) {
        const isText = isValid(schema, unique)
        const values = isText ? texts : fc.sample(valid(schema), { seed: 1, numRuns: 6 })
        const known = new Set(values.filter((value) => value !== null))
        const empty = isText && isValid(schema, '') ? [''] : []
        for (const value of [...known, ...empty]) await caller.create({ ...caller.body(), [name]: value })
        for (const value of known) await caller.list({ chosen: { [name]: value } })
      }
    },
  },
  {
    name: 'limits',
    check,
    sentence: 'returns at most `limit` …, in ascending order of `id`.',
    fits: hasPages,
    async run({ caller, session }) {
      const ids = await caller.createSeveral(60)
      const first = await caller.page(caller.query())
      session.expectEqual('items on a page without `limit` (default: 20)', first.ids, ids.slice(0, 20))
      for (const limit of [1, 20, 60, 100]) {
        const page = await caller.page(caller.query({ limit }))
        session.expectEqual(`items for limit=${limit}`, page.ids, ids.slice(0, limit))
        session.expectEqual(`whether limit=${limit} of 60 items has Link`, page.headers.link !== undefined, limit < 60)
      }
      const next = await caller.page(getLink(first.headers) ?? [])
      session.expectEqual('items of the page that Link names', next.ids, ids.slice(20, 40))
    },
  },
  {
    name: 'position of a deleted item',
    check,
    sentence: '`after` is a position in your list: it also works when the … with this `id` is deleted.',
    fits: (collection) => hasPages(collection) && collection.delete !== undefined,
    async run({ caller, session }) {
      const ids = await caller.createSeveral(6)
      const [, second = '', third = ''] = ids
      await caller.remove(second)
      for (const after of [second, third]) await caller.list({ chosen: { ...caller.own, after } })
      const last = await caller.page(caller.query({ after: ids.at(-1) }))
      session.expectEqual('items after the last one', last.items, [])
      session.expectEqual('Link of an empty page', last.headers.link, undefined)
    },
  },
  {
    name: 'deprecated parameters',
    check: 'response_headers_conformance',
    sentence: 'A successful response to a request that uses it has two headers',
    fits: ({ list }) => deprecated(list).length > 0,
    async run({ caller, collection, session }) {
      for (const { name, schema, written } of deprecated(collection.list)) {
        const { since, sunset } = Object(written['x-deprecation'])
        const dates = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() }
        const none = { deprecation: undefined, sunset: undefined }
        for (const [parameters, expected] of [
          [{ [name]: sample(valid(schema)) }, dates],
          [{}, none],
        ] as const) {
          const { deprecation, sunset } = (await caller.page(caller.query(parameters))).headers
          session.expectEqual(`the headers for ${Object.keys(parameters)}`, { deprecation, sunset }, expected)
        }
      }
    },
  },
]

function deprecated(list: Collection['list']) {
  return list?.parameters.filter(({ written }) => 'x-deprecation' in written) ?? []
}

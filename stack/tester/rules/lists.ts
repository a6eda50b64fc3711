// Rules about lists that no history shows.
import type { Collection } from '../contract/collections.ts'
import { sample, valid } from '../requests/values.ts'
import type { Rule } from './rule.ts'

export const listRules: Rule[] = [
  {
    name: 'deprecated parameters',
    sends: 'lists with and without the parameter',
    accepts: '`Deprecation` and `Sunset` with it only',
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

// Rules about items: what a refused request leaves, what a deletion takes with it, and the headers of a list.
import { randomUUID } from 'node:crypto'
import { type Collection, findParent } from '../contract/collections.ts'
import { takes, takesKey } from '../contract/operations.ts'
import { sample, valid } from '../requests/values.ts'
import type { Rule } from './rule.ts'

export const itemRules: Rule[] = [
  {
    name: 'refused requests change nothing',
    sends: 'a request for each refusal, before and after valid ones',
    accepts: 'the items and keys as they were',
    check: 'negative_data_rejection',
    sentence: 'A request that gets 503 or any 4xx status has changed nothing.',
    fits: ({ list }) => list !== undefined,
    async run({ caller, collection, session }) {
      const { id } = await caller.create()
      const ids = [id]
      const [property] = collection.update ? caller.changeable : collection.properties
      const refusals: [status: number, other: object, headers?: Record<string, string>][] = [
        [400, { [property?.name ?? '']: [] }],
        [400, { 'not declared': 1 }],
        [406, {}, { Accept: 'text/html' }],
        [415, {}, { 'Content-Type': 'text/plain' }],
        [412, {}, { 'If-Match': '"x"' }],
        [412, {}, { 'If-None-Match': '*' }],
      ]
      const fits = (method: 'create' | 'update' | 'delete', status: number, body?: object) => {
        const { [method]: operation } = collection
        // An open body allows other properties.
        if (operation && status === 400) return operation.json?.schema.isValid(body) === false
        return operation !== undefined && (status !== 412 || takes(operation, 'If-Match'))
      }
      for (const [status, other, headers = {}] of refusals) {
        const body = { ...caller.body(), ...other }
        if (fits('create', status, body)) {
          const key = takesKey(collection.create) ? { 'Idempotency-Key': randomUUID() } : {}
          await caller.send('create', { body, headers: { ...headers, ...key } }, status)
          // The refused request has not used the key.
          ids.push((await caller.create(caller.body(), key)).id)
        }
        const patch = { ...caller.patch(id), ...other }
        if (fits('update', status, patch)) await caller.send('update', { id, body: patch, headers }, status)
        if (status === 412 && fits('delete', status)) await caller.send('delete', { id, headers }, status)
        await caller.read(id)
      }
      session.expectEqual('the items', (await caller.listedIds()).toSorted(), ids.toSorted())
    },
  },
  {
    name: 'deletion of the item above',
    sends: 'the deletion of an item with another one below it',
    accepts: '409, or 204 after which both are gone',
    check: 'use_after_free',
    sentence: 'This item has other items below it, or too many to delete with it. Delete those first.',
    fits: (collection) => findParent(collection)?.delete !== undefined && collection.get !== undefined,
    async run({ caller, collection, session }) {
      const { id } = await caller.create()
      const { delete: removal } = findParent(collection) ?? {}
      const sent = removal && (await session.send(removal, { values: caller.values }, [204, 409]))
      if (sent?.response.status === 204) await caller.send('get', { id }, 404)
      else await caller.read(id)
    },
  },
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

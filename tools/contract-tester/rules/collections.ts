// Rules for every collection of the contract, also for those below another one.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { itemsOf } from '../call.ts'
import { bodySchema, type ContractOperation, operationAt, operations } from '../contract/openapi.ts'
import { propertiesOf, valid } from '../requests/values.ts'
import { bodyFor, createItems } from '../set-up.ts'
import type { Rule } from './rule.ts'

const lists = operations.flatMap((list) => {
  const create = list.responses.get(200)?.headers.has('link') ? operationAt('POST', list.path) : undefined
  return create ? [{ list, create }] : []
})

const pages = lists.map(
  ({ list, create }): Rule => ({
    name: `pages of ${list.path}`,
    check: 'listing_conformance',
    sentence: 'The link to the next page. Absent on the last page.',
    async run({ session }) {
      const { target } = session
      const values = await createItems(target, list.path, target.values)
      const created: unknown[] = []
      for (let count = 0; count < 3; count++) {
        created.push((await session.send(create.id, { values, body: bodyFor(create) }, 201)).value)
      }
      const after = values.start && `after=${values.start}`
      const first = await session.send(list.id, { values, query: ['limit=2', ...(after ? [after] : [])] }, 200)
      session.expectEqual('the first page', first.value, created.slice(0, 2))
      const link = /^<\?([^>]+)>; rel="next"$/.exec(first.response.headers.link ?? '')?.[1]
      const second = await session.send(list.id, { values, query: link?.split('&') ?? [] }, 200)
      session.expectEqual('the page that Link names', itemsOf(second.value), created.slice(2))
      session.expectEqual('Link of the last page', second.response.headers.link, undefined)
    },
  }),
)

const keys = operations
  .filter(({ responses }) => responses.has(201) && responses.has(422))
  .map(
    (create): Rule => ({
      name: `keys of ${create.path}`,
      check: 'idempotency_conformance',
      sentence: 'The service keeps it for 24 hours, separately for each caller.',
      async run({ session }) {
        const values = await createItems(session.target, create.path, session.target.values)
        const headers = { 'Idempotency-Key': randomUUID() }
        const body = bodyFor(create)
        const first = await session.send(create.id, { values, headers, body }, 201)
        const retry = await session.send(create.id, { values, headers, body }, 201)
        session.expectEqual('the response to a retry', retry.value, first.value)
        await session.send(
          create.id,
          { values, headers, body: bodyFor(create, Buffer.from(JSON.stringify(body))) },
          422,
        )
        const other = await session.send(create.id, { values, body }, 201)
        session.expect(
          Object(other.value).id !== Object(first.value).id,
          'a creation without the key returned the same item',
        )
      },
    }),
  )

const fields = operations
  .filter(({ method, responses }) => method === 'POST' && responses.has(201))
  .map((create): Rule => {
    const item = `${create.path}/x`
    const [read, change] = [operationAt('GET', item), operationAt('PATCH', item)]
    return {
      name: `properties of ${create.path}`,
      check: 'ensure_resource_availability',
      sentence: create.responses.get(201)?.description ?? '',
      async run({ session }) {
        const values = await createItems(session.target, create.path, session.target.values)
        const body = completeBody(create)
        let expected = (await session.send(create.id, { values, body }, 201)).value
        const { id } = Object(expected)
        session.expectEqual('the created item', partOf(expected, body), body)
        for (const [name, value] of change ? Object.entries(completeBody(change)) : []) {
          const changed = await session.send(change?.id ?? '', { values, id, body: { [name]: value } }, 200)
          const others = Object.keys(body).filter((other) => other !== name)
          session.expectEqual(`${name} after a change`, Object(changed.value)[name], value)
          const [after, before] = [changed.value, expected].map((one) => others.map((other) => Object(one)[other]))
          session.expectEqual(`other properties than ${name} after its change`, after, before)
          expected = changed.value
        }
        if (read) session.expectEqual('the item', (await session.send(read.id, { values, id }, 200)).value, expected)
      },
    }
  })

/** A valid body with a value other than null for each property. */
function completeBody(operation: ContractOperation): Record<string, unknown> {
  const schemas = propertiesOf(bodySchema(operation))
  return Object.fromEntries(
    schemas.map(({ name, schema }) => {
      const values = fc.sample(valid(schema), { seed: 1, numRuns: 20 })
      return [name, JSON.parse(JSON.stringify(values.find((value) => value !== null) ?? null))]
    }),
  )
}

function partOf(item: unknown, body: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(body).map((name) => [name, Object(item)[name]]))
}

export const collectionRules: Rule[] = [...pages, ...keys, ...fields]

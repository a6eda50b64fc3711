// Rules for every collection of the contract, also for those below another one.
import { randomUUID } from 'node:crypto'
import { itemsOf } from '../call.ts'
import { operationAt, operations } from '../contract/openapi.ts'
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

export const collectionRules: Rule[] = [...pages, ...keys]

// Rules for every collection of the contract, also for those below another one.
import { itemsOf } from '../call.ts'
import { operationAt, operations } from '../contract/openapi.ts'
import { bodyFor, createItems } from '../set-up.ts'
import type { Rule } from './rule.ts'

const lists = operations.flatMap((list) => {
  const create = list.responses.get(200)?.headers.has('link') ? operationAt('POST', list.path) : undefined
  return create ? [{ list, create }] : []
})

export const collectionRules: Rule[] = lists.map(({ list, create }) => ({
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
}))

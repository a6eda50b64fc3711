// A product whose collections have each kind of x-access, with a handler that changes an item.
import type { Call } from '../../core/pipeline/pipeline.ts'
import { Problem } from '../../core/problem.ts'
import { productWith } from '../support/product.ts'
import { collection, pinning, sharedContract } from './shared-contract.ts'

interface Items {
  create: (note: object) => Promise<unknown>
  update: (id: string, change: (note: object) => object) => Promise<unknown>
}

export async function newNotes() {
  const product = await productWith(
    sharedContract(
      collection('/drafts', { name: 'Draft' }),
      collection('/notices', { name: 'Notice', access: '{ read: callers, write: scope }' }),
      pinning('/notices', 'Notice'),
      collection('/posts', { name: 'Post', access: '{ read: callers }' }),
      pinning('/posts', 'Post'),
      collection('/articles', {
        name: 'Article',
        access: '{ read: everybody, write: scope }',
        reads: '[]',
        isParent: true,
      }),
      collection('/articles/{articleId}/comments', {
        name: 'Comment',
        access: '{ write: creator }',
        reads: '[{}, { token: [] }]',
      }),
    ),
  )
  return { ...product, handlers }
}

type AnyItems = (path: string) => Items

const pin =
  (path: string, parameter: string) =>
  async (call: Call, { items }: { items: AnyItems }) => {
    // Of the caller only.
    await items('/drafts').create({ text: `pins ${path}` })
    const body = await items(path).update(String(call.path[parameter]), (note) => ({ ...note, text: 'pinned' }))
    if (body === undefined) throw new Problem('not-found', 'There is no such note.')
    return { status: 200, body }
  }
const handlers = { pinNotice: pin('/notices', 'noticeId'), pinPost: pin('/posts', 'postId') }

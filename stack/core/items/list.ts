// GET of a collection (https://google.aip.dev/132).
import type { DraftResponse } from '../pipeline/http.ts'
import type { Respond } from '../pipeline/pipeline.ts'
import { collectionKeyFor } from './collection-key.ts'
import { isConditional, listTag, withValidators } from './conditions.ts'
import { publicId } from './item-id.ts'
import { readCursor, readItemsQuery } from './items-query.ts'
import { nextLink } from './link-headers.ts'
import { type MethodParts, requireFound } from './standard-method.ts'

export function listMethod({ store, collection, parent }: MethodParts): Respond {
  const parameterNames = Object.keys(collection.parameters)
  return async (call) => {
    const { headers, query, operation } = call
    const collectionKey = collectionKeyFor(collection, call.principal.owner, call.path)
    const respond = (revision: string, draft: DraftResponse) =>
      withValidators(call, draft, { ETag: listTag(collectionKey, collection.listDigest, revision, query) })
    if (isConditional(headers)) {
      const revision = requireFound(await store.revision(collectionKey), parent)
      const draft = respond(revision, { status: 200 })
      if (draft.status === 304) return draft
    }
    const itemsQuery = readItemsQuery(collection, query)
    const readText = async (id: string) => (await store.get(collectionKey, id))?.text
    const after = query.after === undefined ? undefined : await readCursor(collection, itemsQuery, query, readText)
    const isEnd = after === 'end'
    const paging = isEnd ? { limit: 1 } : { after, limit: Number(query.limit) }
    const page = requireFound(await store.list(collectionKey, { ...itemsQuery, ...paging }), parent)
    const { items, next, revision, total } = isEnd ? { ...page, items: [], next: undefined } : page
    const cursor = next && { ...next, id: publicId(collection, next.id) }
    const link = cursor && { Link: nextLink(cursor, query, parameterNames, operation) }
    const count = total && { 'Total-Count': `${total.count}${total.isExact ? '' : '+'}` }
    // The store of a GET lists only valid items (respond.ts).
    const text = `[${items.map((item) => item.text).join(',')}]`
    return respond(revision, { status: 200, text, isValid: true, headers: { ...link, ...count } })
  }
}

// GET of a collection (https://google.aip.dev/132).
import type { DraftResponse } from '../pipeline/http.ts'
import type { Respond } from '../pipeline/pipeline.ts'
import { isConditional, listTag, withValidators } from './conditions.ts'
import { shownId } from './item-id.ts'
import { readItemsQuery, readPosition } from './items-query.ts'
import { nextLink } from './link-headers.ts'
import { listItems } from './list-items.ts'
import { placeIn } from './place.ts'
import { type MethodParts, requireFound } from './standard-method.ts'

export function listMethod({ store, limits, collection, parent }: MethodParts): Respond {
  const chosen = Object.keys(collection.parameters)
  return async (call) => {
    const { headers, query, operation } = call
    const place = placeIn(collection, call.caller.owner, call.path)
    const respond = (revision: string, draft: DraftResponse) =>
      withValidators(call, draft, { ETag: listTag(place, collection.listDigest, revision, query) })
    if (isConditional(headers)) {
      const revision = requireFound(await store.revision(place), parent)
      const draft = respond(revision, { status: 200 })
      if (draft.status === 304) return draft
    }
    const wanted = readItemsQuery(collection, query)
    const read = async (id: string) => (await store.get(place, id))?.text
    const after = query.after === undefined ? undefined : await readPosition(collection, wanted, query, read)
    const bounds = { after, limit: Number(query.limit), itemBytes: limits.bodyBytes }
    const found = await listItems(collection, wanted, bounds, (one) => store.list(place, one))
    const { items, revision, next } = requireFound(found, parent)
    const position = next && { ...next, id: shownId(collection, next.id) }
    const link = position && { Link: nextLink(position, query, chosen, operation) }
    // The store of a GET lists only valid items (respond.ts).
    const text = `[${items.map((item) => item.text).join(',')}]`
    return respond(revision, { status: 200, text, isValid: true, headers: { ...link } })
  }
}

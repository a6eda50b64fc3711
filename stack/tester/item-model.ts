// What the contract tester knows of the items of a collection: the last version of each, and the entity tags of pages.
import type { Session } from './call.ts'
import type { Fields } from './list-model.ts'

export interface StoredItem {
  id: string
  item: Fields
  etag: string
  /** The entity tag before the last change. */
  earlier?: string
  /** When the response with this version arrived, in ms since the start of the process. */
  storedAt: number
}

/** What callers with the same items share. */
export class ItemModel {
  /** The items that lists must have, by their identifiers. */
  readonly items = new Map<string, StoredItem>()
  readonly deleted: string[] = []
  /** The entity tag of each page by its query, and the number of changes before it. */
  readonly #pages = new Map<string, { etag: string; ids: string; changeCount: number }>()
  changeCount = 0

  /** Each change of an item changes the tags of all pages, and nothing else does. */
  addPage(session: Session, query: string[], etag: string, ids: string): void {
    const url = query.join('&')
    const { etag: before, isCurrent } = this.pageTag(query) ?? {}
    const expect = (isMet: boolean, message: string) => session.expect(isMet, message, 'entity_tag_conformance')
    const expected = isCurrent ? `${before}, because nothing has changed` : `another one than ${before} after a change`
    const isMet = before === undefined || isCurrent === (before === etag)
    expect(isMet, `etag of ?${url}: expected ${expected}, got ${etag}`)
    const isOfOther = [...this.#pages.values()].some((page) => page.etag === etag && page.ids !== ids)
    expect(!isOfOther, `etag of two pages: ${etag}`)
    this.#pages.set(url, { etag, ids, changeCount: this.changeCount })
  }

  pageTag(query: string[]): { etag: string; isCurrent: boolean } | undefined {
    const page = this.#pages.get(query.join('&'))
    return page && { etag: page.etag, isCurrent: page.changeCount === this.changeCount }
  }

  /** After a change of which the model does not know whether it has changed anything. */
  forgetPages(): void {
    this.#pages.clear()
  }
}

export function toStored(item: Fields, etag = ''): StoredItem {
  return { id: String(item.id), item, etag, storedAt: performance.now() }
}

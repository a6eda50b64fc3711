// The items that a collection must have, in their latest version, and the entity tags of its pages.
import type { Session } from './call.ts'
import type { Fields } from './list-model.ts'

export interface StoredItem {
  id: string
  item: Fields
  etag: string
  /** Entity tag before the last change. */
  previousTag?: string
  /** When the response with this version arrived, in ms since the start of the process. */
  storedAt: number
}

/** Callers with the same items share a model. */
export class ItemModel {
  /** Items that lists must have, by their identifiers. */
  readonly items = new Map<string, StoredItem>()
  readonly deleted: string[] = []
  /** Pages by their queries, with the number of changes before each was read. */
  readonly #pages = new Map<string, { etag: string; ids: string; changeCount: number }>()
  changeCount = 0

  /** Adds a page, and checks its tag: each change of an item changes the tags of all pages, and nothing else does. */
  addPage(session: Session, query: string[], etag: string, ids: string): void {
    const url = query.join('&')
    const { etag: before, isCurrent } = this.getPageTag(query) ?? {}
    const expect = (isMet: boolean, message: string) => session.expect(isMet, message, 'entity_tag_conformance')
    const expected = isCurrent ? `${before}, because nothing has changed` : `a tag other than ${before} after a change`
    const isMet = before === undefined || isCurrent === (before === etag)
    expect(isMet, `etag of ?${url}: expected ${expected}, got ${etag}`)
    const isReused = [...this.#pages.values()].some((page) => page.etag === etag && page.ids !== ids)
    expect(!isReused, `two pages with different items have the same etag: ${etag}`)
    this.#pages.set(url, { etag, ids, changeCount: this.changeCount })
  }

  getPageTag(query: string[]): { etag: string; isCurrent: boolean } | undefined {
    const page = this.#pages.get(query.join('&'))
    return page && { etag: page.etag, isCurrent: page.changeCount === this.changeCount }
  }

  /** Forgets all tags, after a change whose effect the model does not know. */
  forgetPages(): void {
    this.#pages.clear()
  }
}

export function toStoredItem(item: Fields, etag = ''): StoredItem {
  return { id: String(item.id), item, etag, storedAt: performance.now() }
}

// Entity tags (RFC 9110, 8.8.3): equal for equal answers to one caller, different for any others.

/** Counted, not hashed: a page has a hash only where it is served over HTTPS or from localhost. */
export class EntityTags {
  readonly #tags = new Map<string, string>()

  of(...parts: unknown[]): string {
    const text = JSON.stringify(parts)
    const tag = this.#tags.get(text) ?? `"${String(this.#tags.size + 1).padStart(27, '0')}"`
    this.#tags.set(text, tag)
    return tag
  }
}

/** Whether If-None-Match names the tag, weakly compared. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || tagsOf(ifNoneMatch, /"[^"]*"/g).includes(tag))
}

/** Whether If-Match allows to go on, strongly compared: a weak tag never matches. */
export function isCurrent(ifMatch: string | undefined, tag: string): boolean {
  return ifMatch === undefined || ifMatch === '*' || tagsOf(ifMatch, /(?:W\/)?"[^"]*"/g).includes(tag)
}

function tagsOf(list: string, tag: RegExp): string[] {
  return list.match(tag) ?? []
}

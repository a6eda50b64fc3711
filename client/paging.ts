// Walks a list from page to page along `Link: rel="next"`. Pages behind a link that cannot be followed would be lost
// without a word, so whatever stands in the way is an error, never an end.

import type { operations } from '../generated/api.d.ts'
import type { CallOptions } from './call-options.ts'
import { PagingError } from './errors.ts'
import { hasRelation, parseLinks } from './link.ts'
import type { Call } from './result.ts'
import { type SuccessOf, successOf } from './success.ts'
import type { Send } from './transport.ts'

/** What to list, as the query of `listPlants`; `limit` is the size of a page, not of the whole, and so are the times. */
export type WalkInput = NonNullable<operations['listPlants']['parameters']['query']> & CallOptions

/** A page, as `listPlants` answers it. */
export type Page = SuccessOf<'listPlants'>

export async function* walk(send: Send, input: WalkInput = {}): AsyncGenerator<Page, void, undefined> {
  const { signal, timeoutMs, retry, ...query } = input
  const visited = new Set<string>()
  let target: URL | undefined
  do {
    const { url, result } = await send('listPlants', { query, signal, timeoutMs, retry }, target)
    const page = successOf(result)
    yield page

    visited.add(url.href)
    target = nextTarget(page, url)
    if (target && visited.has(target.href)) {
      throw new PagingError(page.call, 'unchanged', 'the next page was there before; the walk would never end')
    }
  } while (target)
}

/** Where the next page is; none after the last. @throws {PagingError} */
export function nextTarget({ headers, call }: Page, url: URL): URL | undefined {
  const header = headers.link
  if (header === undefined) return undefined
  try {
    const next = parseLinks(header).find((link) => {
      const anchor = link.parameters.get('anchor')
      // With an anchor it is a link of another resource (section 3.2), unless that is this page after all.
      return hasRelation(link, 'next') && (anchor === undefined || new URL(anchor, url).href === url.href)
    })
    return next && followable(new URL(next.target, url), url, call)
  } catch (cause) {
    if (cause instanceof PagingError) throw cause
    throw new PagingError(call, 'unchanged', 'the Link header cannot be read', { cause })
  }
}

function followable(target: URL, url: URL, call: Call): URL {
  // The token is for the service alone, and a URL with credentials would replace it (fetch refuses it anyway).
  if (target.origin !== url.origin || target.username || target.password) {
    throw new PagingError(call, 'unchanged', `the next page is at ${target.origin}, not at the service`)
  }
  target.hash = ''
  return target
}

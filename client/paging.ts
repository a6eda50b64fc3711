// Iterates over the pages of a list along `Link: rel="next"`. A link that cannot be followed is an error, and never the
// end of the list: otherwise the pages behind the link would be lost silently.

import type { operations } from '../generated/api.d.ts'
import type { CallOptions } from './call-options.ts'
import { PagingError } from './errors.ts'
import { hasRelation, parseLinks } from './link.ts'
import type { Call } from './result.ts'
import { type SuccessOf, successOf } from './success.ts'
import type { Send } from './transport.ts'

/**
 * The query of `listPlants`, and the options of each call. `limit` is the size of a page. `timeoutMs` and `retry` apply
 * to each page separately.
 */
export type ListInput = NonNullable<operations['listPlants']['parameters']['query']> & CallOptions

/** A page of the list: the success of `listPlants`. */
export type Page = SuccessOf<'listPlants'>

export async function* iteratePages(send: Send, input: ListInput = {}): AsyncGenerator<Page, void, undefined> {
  const { signal, timeoutMs, retry, ...query } = input
  const visited = new Set<string>()
  let target: URL | undefined
  do {
    const { url, result } = await send('listPlants', { query, signal, timeoutMs, retry }, target)
    const page = successOf(result)
    yield page

    visited.add(url.href)
    target = nextPageUrl(page, url)
    if (target && visited.has(target.href)) {
      throw new PagingError(page.call, 'unchanged', 'the Link leads to an earlier page')
    }
  } while (target)
}

/** The URL of the next page, or undefined after the last page. @throws {PagingError} if the link cannot be followed. */
export function nextPageUrl({ headers, call }: Page, url: URL): URL | undefined {
  const header = headers.link
  if (header === undefined) return undefined
  try {
    const next = parseLinks(header).find((link) => {
      const anchor = link.parameters.get('anchor')
      // A link with an anchor belongs to the resource that the anchor names (section 3.2).
      return hasRelation(link, 'next') && (anchor === undefined || new URL(anchor, url).href === url.href)
    })
    return next && checkTarget(new URL(next.target, url), url, call)
  } catch (cause) {
    if (cause instanceof PagingError) throw cause
    throw new PagingError(call, 'unchanged', 'the Link header is not valid', { cause })
  }
}

function checkTarget(target: URL, url: URL, call: Call): URL {
  // The token is for the service only, and credentials in a URL would replace it (fetch rejects such a URL anyway).
  if (target.origin !== url.origin || target.username || target.password) {
    throw new PagingError(call, 'unchanged', `the Link leads to ${target.origin}, not to the service`)
  }
  target.hash = ''
  return target
}

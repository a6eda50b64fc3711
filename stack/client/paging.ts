// Iterates over the pages of a list along `Link: rel="next"`. A link that cannot be followed is an error, and never the
// end of the list: otherwise the remaining pages would be lost silently.

import type { Collection, MethodOf } from './collections.ts'
import type { ContractTypes } from './contract.ts'
import { PagingError } from './errors.ts'
import { hasRelation, parseLinks } from './link.ts'
import type { AnyInput, ArgumentOf, Input } from './operation-input.ts'
import { getSuccess, type SuccessOf } from './or-throw.ts'
import type { ClientOperation } from './request.ts'
import type { AnySuccess, Call } from './result.ts'
import type { Send } from './transport.ts'

/** An operation that lists a collection. */
export type ListId<T extends ContractTypes> = MethodOf<T, Collection<T>, 'list'>

/** The path and the query of a list, and the options of each call. `timeoutMs` and `retry` apply to each page separately. */
export type ListArguments<T extends ContractTypes, Id extends ListId<T>> = ArgumentOf<Omit<Input<T, Id>, 'header'>>

/** Iterates over lists. Each page is requested when the iteration reaches it. Throws like `orThrow`. */
export interface Lists<T extends ContractTypes> {
  /** Iterates over the pages of a list. */
  allPages<Id extends ListId<T>>(
    list: Id,
    ...input: ListArguments<T, Id>
  ): AsyncGenerator<SuccessOf<T, Id>, void, undefined>
  /** Iterates over the items on these pages. */
  allItems<Id extends ListId<T>>(
    list: Id,
    ...input: ListArguments<T, Id>
  ): AsyncGenerator<SuccessOf<T, Id>['body'] extends (infer Item)[] ? Item : never, void, undefined>
}

export async function* iteratePages(
  send: Send,
  list: ClientOperation,
  input: AnyInput = {},
): AsyncGenerator<AnySuccess, void, undefined> {
  const visitedUrls = new Set<string>()
  let target: URL | undefined
  do {
    const { url, result } = await send(list, input, target)
    const page = getSuccess(result)
    yield page

    visitedUrls.add(url.href)
    target = nextPageUrl(page, url)
    if (target && visitedUrls.has(target.href)) {
      throw new PagingError(page.call, 'unchanged', 'the Link leads to an earlier page')
    }
  } while (target)
}

/** The URL of the next page, or undefined after the last page. @throws {PagingError} if the link cannot be followed. */
export function nextPageUrl({ headers, call }: AnySuccess, url: URL): URL | undefined {
  try {
    const next = parseLinks(headers.link ?? '').find((link) => {
      const anchor = link.parameters.get('anchor')
      // A link with an anchor belongs to the resource that the anchor identifies (RFC 8288, section 3.2).
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

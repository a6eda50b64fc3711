// Walks a list from page to page along `Link: rel="next"`. Pages behind a link that cannot be followed would be lost
// without a word, so whatever stands in the way is an error, never an end.

import type { operations } from '../generated/api.d.ts'
import { readAnswer } from './answer.ts'
import { PagingError, ProblemError, UnexpectedAnswerError } from './errors.ts'
import { hasRelation, parseLinks } from './link.ts'
import type { Result } from './result.ts'
import type { Send } from './transport.ts'

/** What to list, as the query of `listPlants`; `limit` is the size of a page, not of the whole. */
export type WalkInput = NonNullable<operations['listPlants']['parameters']['query']> & {
  signal?: AbortSignal | undefined
}

/** A page, as `listPlants` answers it. */
export type Page = Extract<Result<'listPlants'>, { ok: true }>

export async function* walk(send: Send, { signal, ...query }: WalkInput = {}): AsyncGenerator<Page, void, undefined> {
  const visited = new Set<string>()
  let target: URL | undefined
  do {
    const received = await send('listPlants', { query, signal }, target)
    const { url } = received
    const page = withoutCondition(readAnswer('listPlants', received))
    if (page.status === 'unexpected') throw new UnexpectedAnswerError('listPlants', url, page)
    if (!page.ok) throw new ProblemError('listPlants', url, page)
    yield page

    visited.add(url.href)
    target = nextTarget(page.headers.link, url)
    if (target && visited.has(target.href)) {
      throw new PagingError('listPlants', url, 'the next page is one that was there before; the walk would never end')
    }
  } while (target)
}

// A walk sends no If-None-Match, so there is nothing that could be unchanged: something on the way keeps pages.
function withoutCondition(page: Result<'listPlants'>): Exclude<Result<'listPlants'>, { status: 304 }> {
  if (page.status !== 304) return page
  const detail = '304, though the request had no If-None-Match'
  return { ok: false, status: 'unexpected', detail, problem: undefined, body: undefined, response: page.response }
}

function nextTarget(header: string | undefined, url: URL): URL | undefined {
  if (header === undefined) return undefined
  try {
    const next = parseLinks(header).find((link) => {
      const anchor = link.parameters.get('anchor')
      // With an anchor it is a link of another resource (section 3.2), unless that is this page after all.
      return hasRelation(link, 'next') && (anchor === undefined || new URL(anchor, url).href === url.href)
    })
    return next && followable(new URL(next.target, url), url)
  } catch (cause) {
    if (cause instanceof PagingError) throw cause
    throw new PagingError('listPlants', url, 'the Link header cannot be read', { cause })
  }
}

function followable(target: URL, url: URL): URL {
  // The token is for the service alone, and a URL with credentials would replace it (fetch refuses it anyway).
  if (target.origin !== url.origin || target.username || target.password) {
    throw new PagingError('listPlants', url, `the next page is at ${target.origin}, not at the service`)
  }
  target.hash = ''
  return target
}

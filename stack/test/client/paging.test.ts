// Iterations over the pages of a list, and the Link header that leads through them.
import { describe, expect, expectTypeOf, it } from 'vitest'
import { ceiling, instance, stairs } from '../support/contract-examples.ts'
import {
  createLampClient,
  type DocumentedProblem,
  type Lamp,
  type LampClient,
  type Page,
  PagingError,
  ProblemError,
  UnexpectedResponseError,
} from '../support/lamp-client.ts'
import { problemResponse, type ScriptedResponse, scriptedService } from '../support/scripted-service.ts'

const page = (link: string | string[]) => ({ status: 200, headers: { Link: link }, body: [ceiling] })
const nextLink = (target: string) => `<${target}>; rel="next"`
const firstPage = page(nextLink('?after=a&limit=1'))
const twoPages: ScriptedResponse[] = [firstPage, { status: 200, body: [stairs] }]

/** Iterates over all pages. @returns The pages before an error, and the error. */
async function iterate(client: LampClient): Promise<{ pages: Page[]; error: unknown }> {
  const pages: Page[] = []
  try {
    for await (const page of client.allPages('listLamps')) pages.push(page)
    return { pages, error: undefined }
  } catch (error) {
    return { pages, error }
  }
}

describe('the iteration over a list', () => {
  it('returns the lamps of all pages', async () => {
    const { client, requests } = await scriptedService(twoPages)
    const lamps = await Array.fromAsync(client.allItems('listLamps', { query: { tag: 'hallway', limit: 1 } }))
    expect(lamps).toEqual([ceiling, stairs])
    expectTypeOf(lamps).toEqualTypeOf<Lamp[]>()
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?tag=hallway&limit=1', '/lamps?after=a&limit=1'])
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer a.b.c', 'Bearer a.b.c'])
  })

  it('returns the pages with their headers, from a cursor, below the path of the base URL', async () => {
    const { url, requests } = await scriptedService(twoPages)
    const client = createLampClient({ baseUrl: `${url}/api/`, token: 't' })
    const pages = await Array.fromAsync(client.allPages('listLamps', { query: { after: 'z' } }))
    expect(pages).toMatchObject([
      { ok: true, status: 200, body: [ceiling], headers: { link: nextLink('?after=a&limit=1') } },
      { ok: true, status: 200, body: [stairs] },
    ])
    expectTypeOf(pages).toEqualTypeOf<Page[]>()
    expectTypeOf<Page['body']>().toEqualTypeOf<Lamp[]>()
    expect(requests.map((request) => request.url)).toEqual(['/api/lamps?after=z', '/api/lamps?after=a&limit=1'])
  })

  it('requests no page before it needs the page', async () => {
    const { client, requests } = await scriptedService(twoPages)
    expect(await client.allItems('listLamps').next()).toEqual({ done: false, value: ceiling })
    // A request for the second page would arrive before this one ends.
    await client.listLamps()
    expect(requests.map(({ url }) => url)).toEqual(['/lamps', '/lamps'])
  })

  it('throws the problem that a page returns, after the pages before it', async () => {
    const { client, url } = await scriptedService([firstPage, problemResponse(401, 'unauthorized')])
    const { pages, error } = await iterate(client)
    expect(pages).toMatchObject([{ body: [ceiling] }])
    if (!(error instanceof ProblemError)) throw error
    expect(error).toMatchObject({ name: 'ProblemError', status: 401, url: `${url}/lamps`, response: { status: 401 } })
    expect(error.problem).toEqual(problemResponse(401, 'unauthorized').body)
    expect(error.message).toBe(`listLamps (${url}/lamps, attempt 1): 401 A title: A detail. (${instance})`)
    expectTypeOf(error.problem).toEqualTypeOf<DocumentedProblem>()
    if (error.problem.type === 'tag:rooms.example,2026:invalid-request')
      expectTypeOf(error.problem.status).toEqualTypeOf<400>()
  })

  it.each([
    [502, '502 is not a documented status'],
    [304, '304, though the request had no If-None-Match'],
  ])('throws an error for an unexpected %i, and does not treat it as an empty page', async (status, detail) => {
    const { client, requests, url } = await scriptedService([firstPage, { status }])
    const { pages, error } = await iterate(client)
    expect(pages).toMatchObject([{ body: [ceiling] }])
    if (!(error instanceof UnexpectedResponseError)) throw error
    expect(error.message).toBe(`listLamps (${url}/lamps, attempt 1): ${detail}`)
    expect(error.result).toMatchObject({ ok: false, status: 'unexpected', detail, problem: undefined })
    expect(error.result.response.status).toBe(status)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
  })
})

async function followLinks(links: (string | string[])[]) {
  const { url, requests } = await scriptedService([...links.map(page), { status: 200, body: [] }])
  const result = await iterate(createLampClient({ baseUrl: `${url}/api`, token: 't' }))
  return { ...result, url, requested: requests.slice(1).map((request) => request.url) }
}

describe('the URL of the next page', () => {
  const next = '/api/lamps?after=a'
  it.each<[has: string, link: string | string[], target: string]>([
    ['a query', '<?after=a>; rel=next', next],
    ['a relative path', '<more?after=a>; rel=next', '/api/more?after=a'],
    ['commas and semicolons', '<?a=1,2;b>; rel="next"', '/api/lamps?a=1,2;b'],
    ['an anchor that is this page', '<?after=a>; rel=next; anchor="/api/lamps"', next],
    ['capitals', '<?after=a>; REL="Next"', next],
    ['white space', '<?after=a> ; rel = "next" ; x ', next],
    ['other relations', '<?after=a>; rel="item  next last"', next],
    ['empty elements before it', ', ,<?after=a>; rel=next,', next],
    ['another next link after it', '<?after=a>; rel=next, <?after=b>; rel=next', next],
    ['a header before it', ['</d>; rel=describedby', '<?after=a>; rel=next'], next],
    ['a title with links before it', '</d>; title="<?c>; rel=next, \\" ;"; rel=x, <?after=a>; rel=next', next],
    ['empty parameters', '<?after=a>;; ;rel=next', next],
    ['escapes', '<?after=a>; rel="\\n\\ext"', next],
    ['other parameters', "<?after=a>; title*=UTF-8''n%c3%a4chste; flag; rel=next", next],
  ])('is the target of a link with %s: %s', async (_, link, target) => {
    expect((await followLinks([link])).requested).toEqual([target])
  })

  it.each([
    ['an anchor that is another resource', '<?after=a>; rel=next; anchor="/other"'],
    ['no brackets', '?after=a; rel=next'],
    ['another relation', '<?after=a>; rel="prev"'],
    ['a relation that contains next', '<?after=a>; rel="next-archive nextnext"'],
    ['no relation', '<?after=a>'],
    ['next as its second rel', '<?after=a>; rel=prev; rel=next'],
    ['rel=next in its title only', '</d>; rel=describedby; title="rel=next"'],
  ])('is not the target of a link with %s: %s', async (_, link) => {
    expect(await followLinks([link])).toMatchObject({ error: undefined, requested: [] })
  })

  const backwards = 'the Link leads to an earlier page'
  const invalid = 'the Link header is not valid'
  const syntaxError = (text: string) => new SyntaxError(`expected ${text} of the Link header`)
  it.each<[string, string[], message: string, cause?: unknown]>([
    ['leads to its own page', [nextLink('/api/lamps')], backwards],
    ['leads to an earlier page', ['?after=a', '?after=b', '?after=a'].map(nextLink), backwards],
    ['has an open bracket', ['<?after=a; rel=next'], invalid, syntaxError('a link at character 0')],
    ['has an open quote', ['<?after=a>; rel="next'], invalid, syntaxError('a comma at character 16')],
    ['has characters before a link', ['x, <?after=a>; rel=next'], invalid, syntaxError('a link at character 0')],
    ['has characters after a link', ['<?after=a>; rel=next <'], invalid, syntaxError('a comma at character 20')],
    ['has a target that is not a URL', [nextLink('http://[')], invalid, expect.any(TypeError)],
    ['leads elsewhere', [nextLink('http://127.0.0.1:1/a')], 'the Link leads to http://127.0.0.1:1, not to the service'],
  ])('leads to a PagingError if a Link %s, so that no page is lost', async (_, links, message, cause) => {
    const { pages, error, requested, url } = await followLinks(links)
    if (!(error instanceof PagingError)) throw error
    expect(error).toMatchObject({ operation: 'listLamps', attempt: 1, outcome: 'unchanged' })
    expect(error.message).toBe(`listLamps (${url}/api/lamps, attempt 1): ${message}`)
    expect(error.cause).toEqual(cause)
    expect([pages, requested]).toMatchObject([{ length: links.length }, { length: links.length - 1 }])
  })

  it('leads to a PagingError if a Link has credentials', async () => {
    const { client, requests } = await scriptedService(({ headers }) =>
      page(nextLink(`http://me:pw@${headers.host}/lamps?after=a`)),
    )
    expect((await iterate(client)).error).toBeInstanceOf(PagingError)
    expect(requests).toHaveLength(1)
  })
})

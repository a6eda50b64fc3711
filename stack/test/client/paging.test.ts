// Iterations over the pages of a list, and the Link header that leads through them.
import { describe, expect, expectTypeOf, it } from 'vitest'
import { hasRelation, parseLinks } from '../../client/link.ts'
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

const page = (link: string | string[], body = [ceiling]) => ({ status: 200, headers: { Link: link }, body })
const nextLink = (target: string) => `<${target}>; rel="next"`
const firstPage = page(nextLink('?after=a&limit=1'))
const twoPages: ScriptedResponse[] = [firstPage, { status: 200, body: [stairs] }]

/** The pages before an error, and the error. */
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

  it('returns the pages with their headers, from a position, below the path of the base URL', async () => {
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
    for await (const lamp of client.allItems('listLamps')) {
      expect(lamp).toEqual(ceiling)
      break
    }
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['an anchor that is this page', '<?after=a>; rel=next; anchor="/api/lamps"', '/api/lamps?after=a'],
    ['a relative path', '<more?after=a>; rel=next', '/api/more?after=a'],
    ['one header per link', ['</d>; rel=describedby', '<?after=a>; rel=next'], '/api/lamps?after=a'],
    ['an anchor that is another resource', '<?after=a>; rel=next; anchor="/other"', undefined],
  ])('follows a link with %s: %s leads to %s', async (_, link, target) => {
    const { url, requests } = await scriptedService([page(link), { status: 200, body: [] }])
    await Array.fromAsync(createLampClient({ baseUrl: `${url}/api`, token: 't' }).allPages('listLamps'))
    expect(requests[1]?.url).toBe(target)
  })

  it('throws the problem of a page, after the pages before it', async () => {
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
  ])('throws an unexpected %i, and does not take it for an empty page', async (status, detail) => {
    const { client, requests, url } = await scriptedService([firstPage, { status }])
    const { pages, error } = await iterate(client)
    expect(pages).toMatchObject([{ body: [ceiling] }])
    if (!(error instanceof UnexpectedResponseError)) throw error
    expect(error.message).toBe(`listLamps (${url}/lamps, attempt 1): ${detail}`)
    expect(error.result).toMatchObject({ ok: false, status: 'unexpected', detail, problem: undefined })
    expect(error.result.response.status).toBe(status)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
  })

  const backwards = 'the Link leads to an earlier page'
  it.each<[string, string[], message: string, cause?: unknown]>([
    ['leads to its own page', [nextLink('/lamps')], backwards],
    ['leads to an earlier page', ['?after=a', '?after=b', '?after=a'].map(nextLink), backwards],
    ['is not valid', ['<?after=a; rel=next'], 'the Link header is not valid', expect.any(SyntaxError)],
    ['has a target that is not a URL', [nextLink('http://[')], 'the Link header is not valid', expect.any(TypeError)],
    [
      'leads to another origin',
      [nextLink('http://127.0.0.1:1/a')],
      'the Link leads to http://127.0.0.1:1, not to the service',
    ],
  ])('throws a PagingError if a Link %s', async (_, links, message, cause) => {
    const { client, requests, url } = await scriptedService(links.map((link) => page(link)))
    const { pages, error } = await iterate(client)
    if (!(error instanceof PagingError)) throw error
    expect(error).toMatchObject({ operation: 'listLamps', attempt: 1, outcome: 'unchanged' })
    expect(error.message).toBe(`listLamps (${url}/lamps, attempt 1): ${message}`)
    expect(error.cause).toEqual(cause)
    expect(pages).toHaveLength(links.length)
    expect(requests).toHaveLength(links.length)
  })

  it('throws a PagingError if a Link has credentials', async () => {
    const { client, requests } = await scriptedService(({ headers }) =>
      page(nextLink(`http://me:pw@${headers.host}/lamps?after=a`)),
    )
    expect((await iterate(client)).error).toBeInstanceOf(PagingError)
    expect(requests).toHaveLength(1)
  })
})

const next = (header: string) => parseLinks(header).find((link) => hasRelation(link, 'next'))?.target

describe('the next link', () => {
  it.each<[string, string, target?: string]>([
    ['in capitals', '<?after=a>; REL="Next"'],
    ['with white space', ' <?after=a> ; rel = "next" ; x '],
    ['among other relations', '<?after=a>; rel="item  next last"'],
    ['after empty elements', ', ,<?after=a>; rel=next,'],
    ['before another next link', '<?after=a>; rel=next, <?after=b>; rel=next'],
    ['after a title that contains one', '</d>; title="<?c>; rel=next, \\" ;"; rel=x, <?after=a>; rel=next'],
    ['with commas and semicolons in its target', '<?a=1,2;b>; rel="next"', '?a=1,2;b'],
    ['with empty parameters', '<?after=a>;; ;rel=next'],
    ['with escapes', '<?after=a>; rel="\\n\\ext"'],
    ['with other parameters', "<?after=a>; title*=UTF-8''n%c3%a4chste; flag; rel=next"],
  ])('is found %s: %s', (_, header, target = '?after=a') => {
    expect(next(header)).toBe(target)
  })

  it.each([
    ['without brackets', '?after=a; rel=next'],
    ['with another relation', '<?after=a>; rel="prev"'],
    ['with a relation that contains next', '<?after=a>; rel="next-archive nextnext"'],
    ['without a relation', '<?after=a>'],
    ['with next as its second rel', '<?after=a>; rel=prev; rel=next'],
    ['with rel=next in its title only', '</d>; rel=describedby; title="rel=next"'],
  ])('is not found %s: %s', (_, header) => {
    expect(next(header)).toBe(undefined)
  })
})

it.each([
  ['an open bracket', '<?after=a; rel=next', 'expected a link at character 0 of the Link header'],
  ['an open quote', '<?after=a>; rel="next', 'expected a comma at character 16 of the Link header'],
  ['text before a link', 'x, <?after=a>; rel=next', 'expected a link at character 0 of the Link header'],
  ['text after a link', '<?after=a>; rel=next <', 'expected a comma at character 20 of the Link header'],
])('a Link header with %s throws a SyntaxError, so that no link is lost: %s', (_, header, message) => {
  expect(() => parseLinks(header)).toThrow(new SyntaxError(message))
})

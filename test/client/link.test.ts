import { createPlantClient, PagingError } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { scriptedService } from '../support/scripted-service.ts'

/** Where a walk goes from /api/plants when the first page has this Link; undefined if nowhere. */
async function followed(link: string | string[]): Promise<string | undefined> {
  const { url, sent } = await scriptedService([
    { status: 200, headers: { Link: link }, body: [] },
    { status: 200, body: [] },
  ])
  const client = createPlantClient({ baseUrl: `${url}/api`, token: 'secret-token' })
  await Array.fromAsync(client.pages())
  return sent[1]?.url
}

describe('the Link header', () => {
  it.each<[string, string | string[], string]>([
    ['as the contract has it', '<?cursor=a>; rel="next"', '/api/plants?cursor=a'],
    ['without quotes', '<?cursor=a>;rel=next', '/api/plants?cursor=a'],
    ['in capitals', '<?cursor=a>; REL="Next"', '/api/plants?cursor=a'],
    ['with space wherever it may be', ' <?cursor=a> ; rel = "next" ; x ', '/api/plants?cursor=a'],
    ['among other relations', '<?cursor=a>; rel="item  next last"', '/api/plants?cursor=a'],
    [
      'among other links',
      '</d>; rel=describedby, <?cursor=a>; rel=next, <?cursor=z>; rel=last',
      '/api/plants?cursor=a',
    ],
    ['in another header field', ['</d>; rel=describedby', '<?cursor=a>; rel=next'], '/api/plants?cursor=a'],
    ['after empty elements', ', ,<?cursor=a>; rel=next,', '/api/plants?cursor=a'],
    ['first of two', '<?cursor=a>; rel=next, <?cursor=b>; rel=next', '/api/plants?cursor=a'],
    [
      'behind text that looks like one',
      '</d>; title="<?c>; rel=next, \\" ;"; rel=x, <?cursor=a>; rel=next',
      '/api/plants?cursor=a',
    ],
    ['with commas and semicolons in its target', '<?a=1,2;b>; rel="next"', '/api/plants?a=1,2;b'],
    ['with escapes', '<?cursor=a>; rel="\\n\\ext"', '/api/plants?cursor=a'],
    [
      'with parameters of other kinds',
      "<?cursor=a>; title*=UTF-8''n%c3%a4chste; flag; rel=next",
      '/api/plants?cursor=a',
    ],
    ['with itself as anchor', '<?cursor=a>; rel=next; anchor="/api/plants"', '/api/plants?cursor=a'],
    ['with an absolute path', '</other?cursor=a>; rel=next', '/other?cursor=a'],
    ['with a relative path', '<more?cursor=a>; rel=next', '/api/more?cursor=a'],
  ])('is followed %s', async (_, link, expected) => {
    expect(await followed(link)).toBe(expected)
  })

  it.each([
    ['is empty', ''],
    ['has no brackets', '?cursor=a; rel=next'],
    ['is what plain Prism makes up', 'string'],
    ['has another relation', '<?cursor=a>; rel="prev"'],
    ['has a relation that only begins alike', '<?cursor=a>; rel="next-archive nextnext"'],
    ['has no relation', '<?cursor=a>'],
    ['says it a second time only, which counts for nothing', '<?cursor=a>; rel=prev; rel=next'],
    ['speaks of another resource', '<?cursor=a>; rel=next; anchor="/other"'],
    ['only quotes it', '</d>; rel=describedby; title="rel=next"'],
  ])('ends the walk when it %s', async (_, link) => {
    expect(await followed(link)).toBe(undefined)
  })

  it.each([
    ['has an open bracket', '<?cursor=a; rel=next'],
    ['has an open quote', '<?cursor=a>; rel="next'],
    ['has something before a link', 'x, <?cursor=a>; rel=next'],
    ['has something behind a link', '<?cursor=a>; rel=next <'],
    ['has a target that is no URL', '<http://[>; rel=next'],
  ])('throws, so that no page is lost, when it %s', async (_, link) => {
    const error = await followed(link).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PagingError)
    expect(error).toMatchObject({ operation: 'listPlants', attempt: 1, outcome: 'unchanged' })
    expect(error).toHaveProperty('message', expect.stringMatching(/: the Link header is not valid$/))
    expect(error).toHaveProperty('cause', expect.any(Error))
  })

  it('is never followed to another origin', async () => {
    const elsewhere = await scriptedService([])
    const { port } = new URL(elsewhere.url)
    for (const target of [`${elsewhere.url}/plants`, `//127.0.0.1:${port}/plants`, 'data:,[]', 'file:///etc/hosts']) {
      const error = await followed(`<${target}>; rel="next"`).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(PagingError)
      expect(error).toMatchObject({ message: expect.stringContaining('not to the service') })
    }
    expect(elsewhere.sent).toEqual([])
  })

  it('is not followed with credentials of its own', async () => {
    const { url, sent } = await scriptedService(({ headers }) => ({
      status: 200,
      headers: { Link: `<http://me:pw@${headers.host}/plants?cursor=a>; rel=next` },
      body: [],
    }))
    const error = await Array.fromAsync(createPlantClient({ baseUrl: url, token: 't' }).pages()).catch(
      (e: unknown) => e,
    )
    expect(error).toBeInstanceOf(PagingError)
    expect(sent).toHaveLength(1)
  })
})

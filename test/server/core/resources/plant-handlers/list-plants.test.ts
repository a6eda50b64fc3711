import { describe, expect, it } from 'vitest'
import type { Plant } from '../../../../../generated/api.d.ts'
import { callerOf } from '../../../../support/caller.ts'
import { expectProblem } from '../../../../support/problem.ts'
import { sharedService } from '../../../../support/shared-service.ts'

const service = await sharedService()

async function list(subject: string, query = ''): Promise<{ plants: Plant[]; next: string | undefined }> {
  const { status, headers, body } = await callerOf(service, subject).send('GET', `/plants${query}`)
  expect(status).toBe(200)
  const next = /^<(\?.*)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1]
  return { plants: body as Plant[], next }
}

/** The names on all pages. `between` runs after each page. */
async function namesOf(subject: string, query: string, between = async () => {}): Promise<string[]> {
  const names: string[] = []
  for (let next: string | undefined = query; next !== undefined; await between()) {
    const page = await list(subject, next)
    names.push(...page.plants.map(({ name }) => name))
    next = page.next
  }
  return names
}

describe('listPlants', () => {
  it('returns an empty list without a link to a caller without plants', async () => {
    expect(await list('nobody')).toEqual({ plants: [], next: undefined })
  })
})

describe('the pages of listPlants', async () => {
  const bob = callerOf(service, 'bob')
  const names = Array.from({ length: 23 }, (_, index) => `plant ${index}`)
  for (const [index, name] of names.entries()) await bob.create(name, index % 2 === 0 ? 'even' : '')

  it.each([1, 5, 22, 23, 24, 100])('have each plant once with a limit of %i', async (limit) => {
    expect(await namesOf('bob', `?limit=${limit}`)).toEqual(names)
  })

  it('have 20 plants by default', async () => {
    expect((await list('bob')).plants).toHaveLength(20)
  })

  it('end without a link, even if the last page is full', async () => {
    expect((await list('bob', '?limit=23')).next).toBeUndefined()
    expect((await list('bob', '?limit=22')).next).toBeDefined()
  })

  it('have each plant once while other plants are created and deleted', async () => {
    let path = ''
    const seen = await namesOf('bob', '?limit=2', async () => {
      if (path !== '') await bob.send('DELETE', path)
      path = (await bob.create('passing')).path
    })
    expect(seen.filter((name) => name !== 'passing')).toEqual(names)
  })

  it('start after the position of any UUID, also if another caller has this plant', async () => {
    const { plants } = await list('bob', '?limit=100')
    const { plant: foreign } = await callerOf(service, 'fay').create('Fern')
    expect((await list('bob', `?after=${foreign.id}`)).plants).toEqual([])
    expect((await list('bob', '?limit=100&after=00000000-0000-0000-0000-000000000000')).plants).toEqual(plants)
  })

  it.each(['short', '', '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'])(
    'start at no malformed position: %j',
    async (after) => {
      const response = await callerOf(service, 'bob').send('GET', `/plants?after=${after}`)
      await expectProblem(response, 'invalid-request', { errors: [{ parameter: 'after' }] })
    },
  )

  it('start at a cursor of version 0.4.0, which is deprecated', async () => {
    const { plants } = await list('bob', '?limit=3')
    const position = Buffer.from(plants[0]?.id.replaceAll('-', '') ?? '', 'hex')
    const cursor = Buffer.concat([position, Buffer.alloc(8)]).toString('base64url')
    const response = await callerOf(service, 'bob').send('GET', `/plants?limit=2&cursor=${cursor}`)
    expect(response).toMatchObject({ status: 200, body: plants.slice(1) })
    expect(response.headers.get('Deprecation')).toBe('@1795305600')
    expect(response.headers.get('Sunset')).toBe('Mon, 22 Nov 2027 00:00:00 GMT')
    const first = plants[0]?.id ?? ''
    expect((await list('bob', `?limit=2&cursor=${'A'.repeat(32)}&after=${first}`)).plants).toEqual(plants.slice(1))
    // The digits of base64url that base64 does not have.
    expect((await list('bob', `?cursor=${'_-'.repeat(16)}`)).plants).toEqual([])
  })
})

describe('the filter of listPlants', async () => {
  const tags = ['', 'a', 'A', 'a b', 'a+b', 'a:b', 'a=b', 'é', 'e\u0301', '🌵', '&=#%', 'a'.repeat(64)]
  for (const tag of tags) await callerOf(service, 'dora').create('Fern', tag)

  it.each(tags)('matches the tag %j by code points', async (tag) => {
    const { plants } = await list('dora', `?${new URLSearchParams({ tag })}`)
    expect(plants.map((plant) => plant.tag)).toEqual([tag])
  })

  it.each(['?tag=a:b', '?tag=a=b', '?tag=a%20b', '?tag=a+b'])('may be written as %s', async (query) => {
    expect((await list('dora', query)).plants).toHaveLength(1)
  })
})

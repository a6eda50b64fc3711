import {
  createPlantClient,
  type DocumentedProblem,
  type Page,
  PagingError,
  type Plant,
  type PlantClient,
  ProblemError,
  UnexpectedAnswerError,
} from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { fern, monstera, problem } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const failure = (reason: unknown) => reason
const next = (target: string) => ({ Link: `<${target}>; rel="next"` })
const twoPages = [
  { status: 200, headers: next('?cursor=a&limit=1'), body: [monstera] },
  { status: 200, body: [fern] },
]

describe('paging', () => {
  it('gives every plant of every page', async () => {
    const { client, sent } = await scriptedService(twoPages)
    const plants = await Array.fromAsync(client.allPlants({ tag: 'Araceae', limit: 1 }))
    expect(plants).toEqual([monstera, fern])
    expectTypeOf(plants).toEqualTypeOf<Plant[]>()
    expect(sent.map(({ url }) => url)).toEqual(['/plants?tag=Araceae&limit=1', '/plants?cursor=a&limit=1'])
    expect(sent[1]?.headers.authorization).toBe('Bearer a.b.c')
  })

  it('gives every page, as listPlants answers it', async () => {
    const { client } = await scriptedService(twoPages)
    const pages = await Array.fromAsync(client.pages())
    expect(pages).toMatchObject([
      { ok: true, status: 200, body: [monstera], headers: { link: '<?cursor=a&limit=1>; rel="next"' } },
      { ok: true, status: 200, body: [fern] },
    ])
    expectTypeOf(pages).toEqualTypeOf<Page[]>()
    expectTypeOf<Page['body']>().toEqualTypeOf<Plant[]>()
  })

  it('keeps the path of the base URL, and starts where a cursor says', async () => {
    const { url, sent } = await scriptedService(twoPages)
    const client = createPlantClient({ baseUrl: `${url}/api/`, token: 't' })
    await Array.fromAsync(client.pages({ cursor: 'z' }))
    expect(sent.map((request) => request.url)).toEqual(['/api/plants?cursor=z', '/api/plants?cursor=a&limit=1'])
  })

  it('fetches no page before it is wanted', async () => {
    const { client, sent } = await scriptedService(twoPages)
    for await (const plant of client.allPlants()) {
      expect(plant).toEqual(monstera)
      break
    }
    expect(sent).toHaveLength(1)
  })

  it('throws the problem of a page', async () => {
    const refusal = problem(401, '/problems/unauthorized')
    const { client, url } = await scriptedService([twoPages[0] ?? { status: 0 }, { status: 401, body: refusal }])
    const seen: Plant[] = []
    const walk = async () => {
      for await (const plant of client.allPlants()) seen.push(plant)
    }
    const error = await walk().catch(failure)
    expect(seen).toEqual([monstera])
    if (!(error instanceof ProblemError)) throw error
    expect(error).toMatchObject({ name: 'ProblemError', status: 401, problem: refusal, url: `${url}/plants` })
    expect(error.response.status).toBe(401)
    expect(error.message).toBe(`listPlants (${url}/plants, attempt 1): 401 A title: A detail. (${refusal.instance})`)
    expectTypeOf(error.problem).toEqualTypeOf<DocumentedProblem>()
    if (error.problem.type === '/problems/invalid-request') expectTypeOf(error.problem.status).toEqualTypeOf<400>()
  })

  it('throws an unexpected answer', async () => {
    const { client, url } = await scriptedService([{ status: 502 }])
    const error = await Array.fromAsync(client.pages()).catch(failure)
    if (!(error instanceof UnexpectedAnswerError)) throw error
    expect(error.answer).toMatchObject({ status: 'unexpected', detail: '502 is not a documented status' })
    expect(error.message).toBe(`listPlants (${url}/plants, attempt 1): 502 is not a documented status`)
  })

  it('throws a 304, since it sent no If-None-Match, and does not take it for an empty page', async () => {
    const { client, sent, url } = await scriptedService([twoPages[0] ?? { status: 0 }, { status: 304 }])
    const seen: Page[] = []
    const walk = async () => {
      for await (const page of client.pages()) seen.push(page)
    }
    const error = await walk().catch(failure)
    if (!(error instanceof UnexpectedAnswerError)) throw error
    expect(error.message).toBe(`listPlants (${url}/plants, attempt 1): 304, though the request had no If-None-Match`)
    expect(error.answer).toMatchObject({ ok: false, status: 'unexpected', problem: undefined })
    expect(error.answer.response.status).toBe(304)
    expect(seen).toMatchObject([{ body: [monstera] }])
    expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
  })

  it.each([
    ['itself', ['/plants']],
    ['itself, with a fragment', ['#x']],
    ['one before', ['?cursor=a', '?cursor=b', '?cursor=a']],
  ])('throws rather than walk for ever when a page leads to %s', async (_, targets) => {
    const { client, sent } = await scriptedService(
      targets.map((target) => ({ status: 200, headers: next(target), body: [monstera] })),
    )
    const error = await Array.fromAsync(client.pages()).catch(failure)
    expect(error).toBeInstanceOf(PagingError)
    expect(error).toMatchObject({ message: expect.stringContaining('earlier page') })
    expect(sent).toHaveLength(targets.length)
  })

  it('does not compile with what listPlants does not take', () => {
    const wrong = (client: PlantClient) => [
      // @ts-expect-error the query is not nested here
      client.allPlants({ query: { limit: 2 } }),
      // @ts-expect-error limit is a number
      client.pages({ limit: '2' }),
    ]
    expect(wrong).toBeTypeOf('function')
  })
})

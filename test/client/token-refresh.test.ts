import { createPlantClient, TokenError } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { problem } from '../support/contract-examples.ts'
import { type Script, scriptedService } from '../support/scripted-service.ts'
import { startService } from '../support/service.ts'

const failure = (reason: unknown) => reason
const unauthorized = { status: 401, body: problem(401, '/problems/unauthorized') }
const page = { status: 200, body: [] }

/** Takes one token, and refuses all others. */
const taking =
  (token: string): Script =>
  ({ headers }) =>
    headers.authorization === `Bearer ${token}` ? page : unauthorized

/** A session whose refresh takes a while, and what it was asked. */
function session(refreshed = 'new') {
  const asked: boolean[] = []
  let token = 'old'
  return {
    asked,
    token: async ({ refresh }: { refresh: boolean }) => {
      asked.push(refresh)
      if (!refresh) return token
      await new Promise((resolve) => setTimeout(resolve, 20))
      token = refreshed
      return token
    },
  }
}

describe('a token that is refused', () => {
  it('is refreshed, and the request sent again with the new one, though there are no retries', async () => {
    const { asked, token } = session()
    const { client, sent } = await scriptedService(taking('new'), { token })
    expect(await client.createPlant({ body: { name: 'Fern' } })).toMatchObject({ call: { attempt: 2 } })
    expect(asked).toEqual([false, true])
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
  })

  it('is refreshed once for all calls that meet it, before, while and after it is', async () => {
    const { asked, token } = session()
    const held: (() => void)[] = []
    const { client, sent } = await scriptedService(
      ({ headers, url }, response) => {
        if (headers.authorization === 'Bearer new') return page
        if (!url.includes('late')) return unauthorized
        held.push(() => response.writeHead(401).end())
        return undefined
      },
      { token },
    )
    const late = client.listPlants({ query: { tag: 'late' } })
    const calls = Array.from({ length: 5 }, () => client.listPlants())
    expect(await Promise.all(calls)).toMatchObject(calls.map(() => ({ ok: true, call: { attempt: 2 } })))
    expect(await client.listPlants()).toMatchObject({ ok: true, call: { attempt: 1 } })
    for (const answer of held) answer()
    expect(await late).toMatchObject({ ok: true, call: { attempt: 2 } })
    expect(asked.filter((refresh) => refresh)).toHaveLength(1)
    expect(sent).toHaveLength(13)
  })

  it('is awaited by calls that begin while it is refreshed', async () => {
    const { asked, token } = session()
    const { client, sent } = await scriptedService(taking('new'), { token })
    const first = client.listPlants()
    while (!asked.includes(true)) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(await client.listPlants()).toMatchObject({ ok: true, call: { attempt: 1 } })
    expect(await first).toMatchObject({ ok: true })
    expect(sent).toHaveLength(3)
  })

  it('is refreshed once for a call: a second 401 is its answer', async () => {
    const { asked, token } = session()
    const { client, sent } = await scriptedService(taking('another'), { token })
    expect(await client.listPlants()).toMatchObject({ status: 401, call: { attempt: 2 } })
    expect(asked).toEqual([false, true])
    expect(sent).toHaveLength(2)
  })

  it('is not sent again where there is no other: the provider gave the same, or is no function', async () => {
    const { token } = session('old')
    const { client, sent, url } = await scriptedService(taking('new'), { token })
    expect(await client.listPlants()).toMatchObject({ status: 401, call: { attempt: 1 } })
    expect(await createPlantClient({ baseUrl: url, token: 'old' }).listPlants()).toMatchObject({ status: 401 })
    expect(sent).toHaveLength(2)
  })

  it('rejects all that wait with a TokenError when the refresh fails; the next call tries again', async () => {
    let refreshes = 0
    const cause = new Error('the session is over')
    const token = async ({ refresh }: { refresh: boolean }) => {
      if (!refresh) return 'old'
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (++refreshes === 1) throw cause
      return 'new'
    }
    const { client } = await scriptedService(taking('new'), { token })
    const errors = await Promise.all([client.listPlants().catch(failure), client.listPlants().catch(failure)])
    for (const error of errors) {
      expect(error).toBeInstanceOf(TokenError)
      expect(error).toMatchObject({ attempt: 1, outcome: 'unchanged', cause })
    }
    expect(await client.listPlants()).toMatchObject({ ok: true })
  })

  it('does not hold up a caller who gives up meanwhile, nor the others', async () => {
    const controller = new AbortController()
    const { asked, token } = session()
    const { client } = await scriptedService(taking('new'), { token })
    const given = client.listPlants({ signal: controller.signal }).catch(failure)
    const other = client.listPlants()
    while (!asked.includes(true)) await new Promise((resolve) => setTimeout(resolve, 1))
    controller.abort('enough')
    expect(await given).toBe('enough')
    expect(await other).toMatchObject({ ok: true })
  })

  it('works with the service, too', async () => {
    await using service = await startService()
    const token = async ({ refresh }: { refresh: boolean }) => (refresh ? service.token() : 'expired')
    const client = createPlantClient({ baseUrl: service.url, token })
    expect(await client.createPlant({ body: { name: 'Fern' } })).toMatchObject({ status: 201, call: { attempt: 2 } })
    expect(await client.listPlants()).toMatchObject({ status: 200, body: [{ name: 'Fern' }] })
  })
})

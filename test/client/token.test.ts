import { inspect } from 'node:util'
import { createPlantClient, PlantClientError, TokenError, type TokenProvider } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { scriptedService } from '../support/scripted-service.ts'

const page = { status: 200, body: [] }

describe('token', () => {
  it('is a string, or a function that gives one now or later', () => {
    expectTypeOf<TokenProvider>().toEqualTypeOf<string | ((want: { refresh: boolean }) => string | Promise<string>)>()
    expectTypeOf<() => string>().toExtend<TokenProvider>()
    // @ts-expect-error a provider must give a string
    expectTypeOf<() => number>().toExtend<TokenProvider>()
  })

  it('is sent as a Bearer token', async () => {
    const { url, sent } = await scriptedService([page])
    await createPlantClient({ baseUrl: url, token: 'a.b-c_~+/d==' }).listPlants()
    expect(sent[0]?.headers.authorization).toBe('Bearer a.b-c_~+/d==')
  })

  it('is asked for before every request', async () => {
    const { url, sent } = await scriptedService([page, page, page])
    let asked = 0
    const client = createPlantClient({ baseUrl: url, token: async () => `token-${++asked}` })
    await client.listPlants()
    await client.listPlants()
    await createPlantClient({ baseUrl: url, token: () => 'at-once' }).listPlants()
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer at-once',
    ])
  })

  it('rejects with a TokenError that has the cause when the provider throws, and sends nothing', async () => {
    const { url, sent } = await scriptedService([page])
    const cause = new Error('the identity provider is down')
    for (const token of [
      () => Promise.reject(cause),
      () => {
        throw cause
      },
    ]) {
      const error = await createPlantClient({ baseUrl: url, token })
        .listPlants({ query: { tag: 'secret' } })
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TokenError)
      expect(error).toBeInstanceOf(PlantClientError)
      expect(error).toMatchObject({ name: 'TokenError', operation: 'listPlants', url: `${url}/plants`, cause })
    }
    expect(sent).toEqual([])
  })

  it.each(['', 'two words', 'secret\n', 'Bearer secret', 'sécret'])(
    'is refused without being repeated when it is not a token: %j',
    async (token) => {
      const { url, sent } = await scriptedService([page])
      expect(() => createPlantClient({ baseUrl: url, token })).toThrow(
        /^token is not valid: a token has no spaces, and no "Bearer " prefix$/,
      )
      const error = await createPlantClient({ baseUrl: url, token: () => token })
        .listPlants()
        .catch((e: unknown) => e)
      expect(error).toBeInstanceOf(TokenError)
      expect(error).toHaveProperty('cause.message', expect.stringContaining('did not return a valid token'))
      expect(inspect(error)).not.toMatch(/secret|words|sécret/)
      expect(sent).toEqual([])
    },
  )

  it('is not taken along by a redirect, which is not followed', async () => {
    const elsewhere = await scriptedService([page])
    const { client } = await scriptedService([{ status: 307, headers: { Location: `${elsewhere.url}/plants` } }])
    const result = await client.listPlants()
    expect(result).toMatchObject({ ok: false, status: 'unexpected', detail: expect.stringContaining('redirect') })
    expect(elsewhere.sent).toEqual([])
  })
})

import { ConnectionError, createPlantClient, PlantClientError } from '@plant-collection/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls, monstera, path } from '../../../test/support/contract-examples.ts'
import { scriptedService } from '../../../test/support/scripted-service.ts'
import { freePort } from '../support/free-port.ts'

describe('an attempt', () => {
  it('rejects with a ConnectionError without the query and the token if nobody listens', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const client = createPlantClient({ baseUrl, token: 'very-secret-token', retry: false })
    const error: unknown = await client.listPlants({ query: { tag: 'private' } }).catch((reason) => reason)
    if (!(error instanceof ConnectionError)) throw error
    expect(error).toBeInstanceOf(PlantClientError)
    expect(error).toMatchObject({ name: 'ConnectionError', operation: 'listPlants', url: `${baseUrl}/plants` })
    expect(error).toMatchObject({ attempt: 1, outcome: 'unchanged', cause: { cause: { code: 'ECONNREFUSED' } } })
    expect(error.message).toBe(`listPlants (${baseUrl}/plants, attempt 1): no complete response`)
    expect(JSON.stringify(error) + error.stack).not.toMatch(/private|very-secret-token/)
  })

  it.each([200, 404])('rejects with a ConnectionError if a body with the status %i breaks off', async (status) => {
    const { client, url } = await scriptedService((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '100' })
      response.write('[', () => response.destroy())
      return undefined
    })
    await expect(calls.deletePlant(client)).rejects.toMatchObject({
      name: 'ConnectionError',
      url: `${url}/plants/${path.id}`,
      outcome: 'unknown',
      message: expect.stringMatching(/: no complete response; the service may have carried it out$/),
    })
  })

  it('rejects with a ConnectionError if the given fetch throws', async () => {
    const cause = new TypeError('offline')
    const fetch = () => {
      throw cause
    }
    const { client, url } = await scriptedService([], { fetch })
    await expect(calls.listPlants(client)).rejects.toMatchObject({
      name: 'ConnectionError',
      url: `${url}/plants`,
      cause,
    })
  })

  it('uses the given fetch', async () => {
    const urls: string[] = []
    const fetch = async ({ url }: Request) => {
      urls.push(url)
      return Response.json([monstera])
    }
    const client = createPlantClient({ baseUrl: 'https://plants.example/api', token: 'a.b.c', fetch })
    expect(await client.listPlants()).toMatchObject({ ok: true, body: [monstera] })
    expect(urls).toEqual(['https://plants.example/api/plants'])
  })

  it('does not follow a redirect, so the token stays with the service', async () => {
    const other = await scriptedService([])
    const { client } = await scriptedService([{ status: 307, headers: { Location: `${other.url}/plants` } }])
    expect(await client.listPlants()).toMatchObject({ ok: false, detail: expect.stringContaining('is a redirect') })
    expect(other.requests).toEqual([])
  })
})

it.each([
  ['https://plants.example', '. If the service is up, check that it allows the origin https://plants.example (CORS)'],
  ['http://127.0.0.1:1', ''],
])('a connection that fails in a page of %s names the origin, if the service has another one', async (page, hint) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('location', new URL(page))
  const client = createPlantClient({ baseUrl: 'http://127.0.0.1:1', token: 't', retry: false })
  await expect(client.listPlants()).rejects.toThrow(
    new RegExp(`: no complete response${hint.replaceAll(/[().]/g, '\\$&')}$`),
  )
})

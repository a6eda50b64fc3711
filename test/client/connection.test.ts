import { createServer } from 'node:net'
import { ConnectionError, createPlantClient, PlantClientError } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const failure = (reason: unknown) => reason

describe('a connection that fails', () => {
  it('rejects with the operation, the URL without its query, and the cause', async () => {
    const baseUrl = await closedAddress()
    const client = createPlantClient({ baseUrl, token: 'very-secret-token', retry: false })
    const error = await client.listPlants({ query: { tag: 'private', cursor: 'c' } }).catch(failure)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toBeInstanceOf(PlantClientError)
    if (!(error instanceof ConnectionError)) return
    expect(error).toMatchObject({ name: 'ConnectionError', operation: 'listPlants', url: `${baseUrl}/plants` })
    expect(error).toMatchObject({ attempt: 1, outcome: 'unchanged' })
    expect(error.message).toBe(`listPlants (${baseUrl}/plants, attempt 1): no complete response`)
    expect(error.cause).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    expect(JSON.stringify(error) + error.stack).not.toMatch(/private|very-secret-token/)
    expectTypeOf(error.operation).toEqualTypeOf<string>()
    expectTypeOf(error.url).toEqualTypeOf<string>()
    expectTypeOf(error.attempt).toEqualTypeOf<number>()
    expectTypeOf(error.outcome).toEqualTypeOf<'unchanged' | 'unknown'>()
  })

  it.each([200, 404])('rejects alike when it breaks in the middle of a body with status %i', async (status) => {
    const { client, url } = await scriptedService((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '100' })
      response.write('[', () => response.destroy())
      return undefined
    })
    const error = await client.deletePlant({ path: { id: monstera.id } }).catch(failure)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ operation: 'deletePlant', url: `${url}/plants/${monstera.id}`, outcome: 'unknown' })
    expect(error).toHaveProperty('message', expect.stringMatching(/; the service may have carried it out$/))
  })

  it('rejects alike when the fetch that was given throws', async () => {
    const cause = new TypeError('offline')
    const client = createPlantClient({
      baseUrl: 'https://plants.example',
      token: 't',
      retry: false,
      fetch: () => {
        throw cause
      },
    })
    const error = await client.listPlants().catch(failure)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ url: 'https://plants.example/plants', cause })
  })
})

async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('not TCP')
  return `http://127.0.0.1:${address.port}`
}

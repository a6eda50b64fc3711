import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls, path } from '../support/contract-examples.ts'
import { freePort } from '../support/free-port.ts'
import { ClientError, ConnectionError, createLampClient } from '../support/lamp-client.ts'
import { scriptedService } from '../support/scripted-service.ts'

describe('an attempt', () => {
  it('rejects with a ConnectionError without the query and the token if nobody listens', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const client = createLampClient({ baseUrl, token: 'very-secret-token', retry: false })
    const error: unknown = await client.listLamps({ query: { tag: 'private' } }).catch((reason) => reason)
    if (!(error instanceof ConnectionError)) throw error
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ name: 'ConnectionError', operation: 'listLamps', url: `${baseUrl}/lamps` })
    expect(error).toMatchObject({ attempt: 1, outcome: 'unchanged', cause: { cause: { code: 'ECONNREFUSED' } } })
    expect(error.message).toBe(`listLamps (${baseUrl}/lamps, attempt 1): no complete response`)
    expect(JSON.stringify(error) + error.stack).not.toMatch(/private|very-secret-token/)
  })

  it.each([200, 404])('rejects with a ConnectionError if a body with the status %i breaks off', async (status) => {
    const { client, url } = await scriptedService((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '100' })
      response.write('[', () => response.destroy())
      return undefined
    })
    await expect(calls.deleteLamp(client)).rejects.toMatchObject({
      name: 'ConnectionError',
      url: `${url}/lamps/${path.id}`,
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
    const error = { name: 'ConnectionError', url: `${url}/lamps`, cause }
    await expect(calls.listLamps(client)).rejects.toMatchObject(error)
  })

  it('does not follow a redirect, so the token stays with the service', async () => {
    const other = await scriptedService([])
    const { client } = await scriptedService([{ status: 307, headers: { Location: `${other.url}/lamps` } }])
    expect(await client.listLamps()).toMatchObject({ ok: false, detail: expect.stringContaining('is a redirect') })
    expect(other.requests).toEqual([])
  })
})

it.each([
  ['https://lamps.example', '. If the service is up, check that it allows the origin https://lamps.example (CORS)'],
  ['http://127.0.0.1:1', ''],
])('a connection that fails in a page of %s names the origin, if the service has another one', async (page, hint) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('location', new URL(page))
  const client = createLampClient({ baseUrl: 'http://127.0.0.1:1', token: 't', retry: false })
  await expect(client.listLamps()).rejects.toThrow(
    new RegExp(`: no complete response${hint.replaceAll(/[().]/g, '\\$&')}$`),
  )
})

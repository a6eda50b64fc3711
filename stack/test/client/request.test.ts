import { describe, expect, it } from 'vitest'
import { path } from '../support/contract-examples.ts'
import { ClientError, InputError, type LampClient } from '../support/lamp-client.ts'
import { scriptedService } from '../support/scripted-service.ts'

const body = { name: 'Desk' }

describe('a request', () => {
  const wrongKey = { 'Idempotency-Key': 'secret \u{1f511}' }
  it.each<[string, string, string, (client: LampClient) => Promise<unknown>]>([
    ['half an emoji', 'listLamps', '', (client) => client.listLamps({ query: { tag: 'secret \ud800' } })],
    ['an emoji in a header', 'createLamp', '', (client) => client.createLamp({ header: wrongKey, body })],
    ['an empty id', 'deleteLamp', '/{id}', (client) => client.deleteLamp({ path: { id: '' } })],
    ['the id ..', 'deleteLamp', '/{id}', (client) => client.deleteLamp({ path: { id: '..' } })],
  ])('with %s is not sent: %s rejects with an InputError', async (_, operation, suffix, call) => {
    let tokens = 0
    const { client, requests, url } = await scriptedService([], { token: () => `t${++tokens}` })
    const error: unknown = await call(client).catch((reason) => reason)
    if (!(error instanceof InputError)) throw error
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ name: 'InputError', attempt: 0, outcome: 'unchanged', cause: expect.any(Error) })
    const where = `${operation} (${url}/lamps${suffix}, not sent)`
    expect(String(error)).toBe(`InputError: ${where}: an argument cannot be sent`)
    if (operation === 'deleteLamp') expect(String(error.cause)).toMatch(/^TypeError: path\.id must not be "\.{0,2}"/)
    expect(JSON.stringify(error) + error.stack).not.toMatch('secret')
    expect({ tokens, requests }).toEqual({ tokens: 0, requests: [] })
  })

  it.each<[string, string, (client: LampClient) => Promise<unknown>]>([
    // As `headers.etag` is at run time if the page cannot read the header.
    ['If-Match', 'updateLamp', (client) => client.updateLamp({ path, header: noEtag(), body })],
    ['If-Match', 'deleteLamp', (client) => client.deleteLamp({ path, header: noEtag() })],
    ['If-None-Match', 'updateLamp', (client) => client.updateLamp({ path, header: noEtag('If-None-Match'), body })],
  ])('that writes with %s, but without its value, is not sent: %s rejects', async (name, operation, call) => {
    const { client, requests } = await scriptedService([])
    const message = expect.stringContaining(`${name} has no value. If ETag was not readable, let`)
    const error = { name: 'InputError', operation, outcome: 'unchanged', message }
    await expect(call(client)).rejects.toMatchObject(error)
    expect(requests).toEqual([])
  })

  it('that reads without the entity tag of a copy is sent without the condition, and null is not sent', async () => {
    const { client, requests } = await scriptedService([])
    await client.listLamps({ header: noEtag('If-None-Match'), query: JSON.parse('{ "tag": null }') })
    expect(requests[0]?.url).toBe('/lamps')
    expect(requests[0]?.headers).not.toHaveProperty('if-none-match')
    expect(requests[0]?.headers).not.toHaveProperty('content-type')
  })
})

function noEtag(name = 'If-Match'): Record<string, string> {
  return JSON.parse(`{ "${name}": null }`)
}

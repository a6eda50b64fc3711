import { describe, expect, it } from 'vitest'
import { calls } from '../support/contract-examples.ts'
import { ResponseTooLargeError } from '../support/lamp-client.ts'
import { scriptedService } from '../support/scripted-service.ts'

const mebibyte = Buffer.alloc(2 ** 20, ' ')

describe('a response that is too large', () => {
  it('is read up to the default limit of 8 MiB, then its connection is closed', async () => {
    let written = 0
    let isClosed = false
    const { client, url, requests } = await scriptedService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(10 * 2 ** 30) })
      response.on('close', () => {
        isClosed = true
      })
      const write = () => {
        while (!response.destroyed) {
          written += mebibyte.length
          if (!response.write(mebibyte)) return response.once('drain', write)
        }
        return response
      }
      write()
      return undefined
    })
    const error: unknown = await client.listLamps({ retry: {} }).catch((reason) => reason)
    expect(error).toBeInstanceOf(ResponseTooLargeError)
    const message = `listLamps (${url}/lamps, attempt 1): the response has more than 8388608 bytes`
    expect(String(error)).toBe(`ResponseTooLargeError: ${message}`)
    expect(written).toBeLessThan(64 * 2 ** 20)
    await expect.poll(() => isClosed).toBe(true)
    expect(requests).toHaveLength(1)
  })

  it('has more bytes than bodyLimitBytes, whatever its status; the outcome is unknown', async () => {
    const body = 'ä'.repeat(50)
    const script = [body, `${body}ä`].map((body) => ({ status: 404, body }))
    const { client } = await scriptedService(script, { bodyLimitBytes: 100 })
    expect(await calls.deleteLamp(client)).toMatchObject({ status: 'unexpected', body })
    await expect(calls.deleteLamp(client)).rejects.toMatchObject({ name: 'ResponseTooLargeError', outcome: 'unknown' })
  })
})

it('a response can arrive in parts that divide a character', async () => {
  const { client } = await scriptedService((_, response) => {
    const [start, end] = [Buffer.from('"\xc3', 'latin1'), Buffer.from('\xa4"', 'latin1')]
    response.writeHead(404).write(start, () => setTimeout(() => response.end(end), 20))
    return undefined
  })
  expect(await calls.deleteLamp(client)).toMatchObject({ body: 'ä' })
})

/** As React Native has it. */
const withoutBody = async (request: Request) =>
  Object.defineProperty(await fetch(request), 'body', { value: undefined })

it('a response can have a text without a body', async () => {
  const script = [{ status: 200, body: [] }, { status: 204 }, { status: 404, body: ' '.repeat(101) }]
  const { client } = await scriptedService(script, { fetch: withoutBody, bodyLimitBytes: 100 })
  expect(await calls.listLamps(client)).toMatchObject({ ok: true, body: [] })
  expect(await calls.deleteLamp(client)).toMatchObject({ ok: true, status: 204 })
  await expect(calls.deleteLamp(client)).rejects.toMatchObject({ name: 'ResponseTooLargeError' })
})

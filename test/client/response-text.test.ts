import { AnswerTooLargeError } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { calls } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const mebibyte = Buffer.alloc(2 ** 20, ' ')

describe('a response that is too large', () => {
  it('is read up to the default limit of 8 MiB, then its connection is closed', async () => {
    let written = 0
    const { client, url, requests } = await scriptedService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(10 * 2 ** 30) })
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
    const error: unknown = await client.listPlants({ retry: {} }).catch((reason) => reason)
    expect(error).toBeInstanceOf(AnswerTooLargeError)
    const message = `listPlants (${url}/plants, attempt 1): the response has more than 8388608 bytes`
    expect(String(error)).toBe(`AnswerTooLargeError: ${message}`)
    expect(written).toBeLessThan(64 * 2 ** 20)
    expect(requests).toHaveLength(1)
  })

  it('has more bytes than bodyLimitBytes, whatever its status; the outcome is unknown', async () => {
    const body = 'ä'.repeat(50)
    const script = [body, `${body}ä`].map((body) => ({ status: 404, body }))
    const { client } = await scriptedService(script, { bodyLimitBytes: 100 })
    expect(await calls.deletePlant(client)).toMatchObject({ status: 'unexpected', body })
    await expect(calls.deletePlant(client)).rejects.toMatchObject({ name: 'AnswerTooLargeError', outcome: 'unknown' })
  })
})

import { AnswerTooLargeError } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const failure = (reason: unknown) => reason
const mebibyte = Buffer.alloc(2 ** 20, ' ')

describe('an answer that is too large', () => {
  it('is read up to the limit; then the connection is closed', async () => {
    let written = 0
    const { client, url, sent } = await scriptedService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(10 * 2 ** 30) })
      const pour = () => {
        while (!response.destroyed) {
          written += mebibyte.length
          if (!response.write(mebibyte)) return response.once('drain', pour)
        }
        return response
      }
      pour()
      return undefined
    })
    const error = await client.listPlants({ retry: {} }).catch(failure)
    expect(error).toBeInstanceOf(AnswerTooLargeError)
    expect(String(error)).toBe(
      `AnswerTooLargeError: listPlants (${url}/plants, attempt 1): the response has more than 8388608 bytes`,
    )
    expect(written).toBeLessThan(64 * 2 ** 20)
    expect(sent).toHaveLength(1)
  })

  it('is so by the limit that was given, also where it is a refusal; what it did is not known', async () => {
    const answer = (status: number, length: number) => ({ status, body: 'ä'.repeat(length / 2) })
    const { client } = await scriptedService([answer(404, 100), answer(404, 102)], { bodyLimitBytes: 100 })
    const path = { id: monstera.id }
    expect(await client.deletePlant({ path })).toMatchObject({ status: 'unexpected', body: 'ä'.repeat(50) })
    expect(await client.deletePlant({ path }).catch(failure)).toMatchObject({
      name: 'AnswerTooLargeError',
      outcome: 'unknown',
    })
  })
})

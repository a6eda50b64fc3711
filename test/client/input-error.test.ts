import { InputError, PlantClientError } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const failure = (reason: unknown) => reason
const body = { name: 'Fern' }

describe('an argument that cannot be sent', () => {
  it('rejects with an InputError that has the operation, the URL and the cause; nothing is sent', async () => {
    let asked = 0
    const { client, sent, url } = await scriptedService([], { token: () => `t${++asked}` })
    const errors = [
      await client.listPlants({ query: { tag: 'secret \ud800' } }).catch(failure),
      await client.createPlant({ header: { 'Idempotency-Key': 'Schlüssel \u{1f511}' }, body }).catch(failure),
      await client.deletePlant({ path: { id: '..' } }).catch(failure),
    ]
    for (const error of errors) {
      expect(error).toBeInstanceOf(InputError)
      expect(error).toBeInstanceOf(PlantClientError)
      expect(error).toMatchObject({ name: 'InputError', attempt: 0, outcome: 'unchanged', cause: expect.any(Error) })
      expect(JSON.stringify(error) + (error instanceof Error && error.stack)).not.toMatch('secret')
    }
    expect(errors.map(String)).toEqual([
      `InputError: listPlants (${url}/plants, not sent): an argument cannot be sent`,
      `InputError: createPlant (${url}/plants, not sent): an argument cannot be sent`,
      `InputError: deletePlant (${url}/plants/{id}, not sent): an argument cannot be sent`,
    ])
    expect({ asked, sent }).toEqual({ asked: 0, sent: [] })
  })

  it.each([
    { timeoutMs: { total: 0 } },
    { timeoutMs: { attempt: Number.NaN } },
    { retry: { attempts: 0 } },
    { retry: { firstDelayMs: -1 } },
    { retry: { longestDelayMs: Number.NaN } },
  ])('%j is a TypeError that says how to mend it, for a client and for a call', async (settings) => {
    const { client, sent } = await scriptedService([])
    await expect(scriptedService([], settings)).rejects.toThrow(/^(?:timeoutMs|retry).* must be /)
    const error = await client.deletePlant({ path: { id: monstera.id }, ...settings }).catch(failure)
    expect(error).toBeInstanceOf(TypeError)
    expect(sent).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { type Retrying, resolveOptions } from '../../client/call-options.ts'
import { scriptedService } from '../support/scripted-service.ts'

describe('the options of a call', () => {
  it.each([
    [{ timeoutMs: { total: 0 } }, /^timeoutMs must be greater than 0$/],
    [{ timeoutMs: { attempt: 0 } }, /^timeoutMs must be greater than 0$/],
    [{ timeoutMs: { attempt: Number.NaN } }, /^timeoutMs must be greater than 0$/],
    [{ retry: { attempts: 0 } }, /^retry\.attempts must be 1 or more; retry: false turns retries off$/],
    [{ retry: { firstDelayMs: -1 } }, /^retry delays must be 0 or more$/],
    [{ retry: { longestDelayMs: Number.NaN } }, /^retry delays must be 0 or more$/],
  ])('%j throw a TypeError, for a client and for a call', async (options, message) => {
    const { client, requests } = await scriptedService([])
    await expect(scriptedService([], options)).rejects.toThrow(message)
    const call = client.listLamps(options)
    await expect(call).rejects.toThrow(message)
    await expect(call).rejects.toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  })

  it('override the options of the client one by one, which override the defaults', () => {
    const defaults = resolveOptions({})
    expect(defaults).toMatchObject({ attemptMs: 10_000, attempts: 4, isRetrying: true })
    const retrying: Retrying = { operation: 'getLamp', url: '', attempt: 1, waitMs: 1, elapsedMs: 1 }
    expect(defaults.shouldRetry(retrying)).toBe(true)
    expect(new Set([defaults.random(), defaults.random()]).size).toBe(2)
    const client = resolveOptions({ timeoutMs: { attempt: 1 }, retry: { attempts: 2 } })
    const expected = { attemptMs: 1, totalMs: 30_000, attempts: 2, firstDelayMs: 250, longestDelayMs: 5_000 }
    expect(client).toMatchObject({ ...expected, isRetrying: true })
    expect(resolveOptions({}, client)).toEqual(client)
    expect(resolveOptions({ timeoutMs: { total: 3 }, retry: false }, client)).toMatchObject({
      ...expected,
      totalMs: 3,
      isRetrying: false,
    })
    expect(resolveOptions({ retry: {} }, resolveOptions({ retry: false }))).toMatchObject({ isRetrying: true })
  })
})

import { expect, it } from 'vitest'
import { scriptedService } from '../support/scripted-service.ts'

it.each([
  [{ timeoutMs: { total: 0 } }, /^timeoutMs must be greater than 0$/],
  [{ timeoutMs: { attempt: 0 } }, /^timeoutMs must be greater than 0$/],
  [{ timeoutMs: { attempt: Number.NaN } }, /^timeoutMs must be greater than 0$/],
  [{ retry: { attempts: 0 } }, /^retry\.attempts must be 1 or more; retry: false turns retries off$/],
  [{ retry: { firstDelayMs: -1 } }, /^retry delays must be 0 or more$/],
  [{ retry: { longestDelayMs: Number.NaN } }, /^retry delays must be 0 or more$/],
])('the options %j of a call throw a TypeError, for a client and for a call', async (options, message) => {
  const { client, requests } = await scriptedService([])
  await expect(scriptedService([], options)).rejects.toThrow(message)
  const call = client.listLamps(options)
  await expect(call).rejects.toThrow(message)
  await expect(call).rejects.toBeInstanceOf(TypeError)
  expect(requests).toEqual([])
})

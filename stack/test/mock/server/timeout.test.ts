import { expect, it } from 'vitest'
import { withTimeout } from '../../../mock/server/timeout.ts'

it('withTimeout passes on a response and an error, and rejects after the timeout', async () => {
  await expect(withTimeout(Promise.resolve('a response'), 30)).resolves.toBe('a response')
  await expect(withTimeout(Promise.reject(new Error('an error')), 30)).rejects.toThrow('an error')
  await expect(withTimeout(new Promise(() => {}), 30)).rejects.toThrow('Prism did not respond within 30 ms')
})

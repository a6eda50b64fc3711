import { expect, it } from 'vitest'
import { withTimeout } from '../../../server/mock/timeout.ts'

it('an answer of Prism that never comes is not waited for', async () => {
  await expect(withTimeout(new Promise(() => {}), 30)).rejects.toThrow('Prism did not respond within 30 ms')
})

it('an answer in time is passed on, and so is a failure', async () => {
  await expect(withTimeout(Promise.resolve('an answer'), 30)).resolves.toBe('an answer')
  await expect(withTimeout(Promise.reject(new Error('no')), 30)).rejects.toThrow('no')
})

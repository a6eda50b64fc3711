import { expect, it } from 'vitest'
import { inTime } from '../../server/mock/deadline.ts'

it('an answer of Prism that never comes is not waited for', async () => {
  await expect(inTime(new Promise(() => {}), 30)).rejects.toThrow('Prism gave no answer in 30 ms')
})

it('an answer in time is passed on, and so is a failure', async () => {
  await expect(inTime(Promise.resolve('an answer'), 30)).resolves.toBe('an answer')
  await expect(inTime(Promise.reject(new Error('no')), 30)).rejects.toThrow('no')
})

// The order in which the callbacks of an application and the built-in callbacks run.
import { MutationObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, it } from 'vitest'
import { withOptions } from '../../query/mutation-options.ts'

describe('the callbacks of an application', () => {
  /** Runs a mutation. @returns The calls of its callbacks, with what they get, and the result of the added onMutate. */
  async function getCalls(mutationFn: () => Promise<string>, onMutate = (_: string) => 'added') {
    const calls: string[] = []
    const recording = (name: string) => ({
      onSuccess: (data: string, _: string, result: unknown) => calls.push(`${name}.onSuccess ${data} ${result}`),
      onError: (error: Error, _: string, result: unknown) => calls.push(`${name}.onError ${error.message} ${result}`),
      onSettled: (_: unknown, __: unknown, ___: unknown, result: unknown) => calls.push(`${name}.onSettled ${result}`),
    })
    const builtIn = { ...recording('builtIn'), onMutate: () => calls.push('builtIn.onMutate'), mutationFn }
    const options = withOptions(builtIn, { ...recording('added'), onMutate })
    await new MutationObserver(new QueryClient(), options).mutate('now').catch(() => {})
    return calls
  }

  it('run after the built-in ones, except onMutate, with the result of their onMutate, and replace none', async () => {
    const settled = ['builtIn.onSettled added', 'added.onSettled added']
    expect(await getCalls(async () => 'done')).toEqual([
      ...['builtIn.onMutate', 'builtIn.onSuccess done added', 'added.onSuccess done added'],
      ...settled,
    ])
    expect(await getCalls(() => Promise.reject(new Error('refused')))).toEqual([
      ...['builtIn.onMutate', 'builtIn.onError refused added', 'added.onError refused added'],
      ...settled,
    ])
  })

  it('get the error of an onMutate, and nothing is sent', async () => {
    let sent = 0
    const calls = await getCalls(
      async () => `${++sent}`,
      () => {
        throw new Error('no')
      },
    )
    expect([calls.slice(0, 2), sent]).toEqual([['builtIn.onError no undefined', 'added.onError no undefined'], 0])
  })
})

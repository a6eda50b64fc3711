import { MutationObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, it } from 'vitest'
import { type MutationHookOptions, withOptions } from '../../query/mutation-options.ts'

/** Runs a mutation whose callbacks note what they get. */
async function getCalls(mutationFn: () => Promise<string>, more: MutationHookOptions<string, string> = {}) {
  const calls: string[] = []
  const noting = (name: string) => ({
    onMutate: (variables: string) => {
      calls.push(`${name}.onMutate ${variables}`)
      return name
    },
    onSuccess: (data: string, _: string, own: unknown) => calls.push(`${name}.onSuccess ${data} ${own}`),
    onError: (error: Error, _: string, own: unknown) => calls.push(`${name}.onError ${error.message} ${own}`),
    onSettled: (data: string | undefined, _: unknown, __: string, own: unknown) =>
      calls.push(`${name}.onSettled ${data} ${own}`),
  })
  const builtIn = { ...noting('builtIn'), mutationKey: ['key'], mutationFn }
  const options = withOptions(builtIn, { ...noting('added'), ...more })
  const observer = new MutationObserver(new QueryClient(), options)
  await observer.mutate('now').catch(() => {})
  return { calls, options }
}

describe('the callbacks of an application and the built-in ones', () => {
  it('both run after a success, with the result of the added onMutate', async () => {
    expect((await getCalls(async () => 'done')).calls).toEqual([
      'added.onMutate now',
      'builtIn.onMutate now',
      'builtIn.onSuccess done added',
      'added.onSuccess done added',
      'builtIn.onSettled done added',
      'added.onSettled done added',
    ])
  })

  it('both run after an error', async () => {
    const { calls } = await getCalls(() => Promise.reject(new Error('refused')))
    expect(calls.slice(2)).toEqual([
      'builtIn.onError refused added',
      'added.onError refused added',
      'builtIn.onSettled undefined added',
      'added.onSettled undefined added',
    ])
  })

  it('both run after an onMutate that throws, and nothing is sent', async () => {
    let sent = 0
    const onMutate = () => {
      throw new Error('no')
    }
    const { calls } = await getCalls(async () => `${++sent}`, { onMutate })
    expect(calls.slice(0, 2)).toEqual(['builtIn.onError no undefined', 'added.onError no undefined'])
    expect(sent).toBe(0)
  })

  it('do not replace the mutation itself; other options stay', async () => {
    const mutationFn = async () => 'done'
    const { options } = await getCalls(mutationFn, { retry: 2, scope: { id: 'rooms' } })
    expect(options).toMatchObject({ mutationFn, mutationKey: ['key'], retry: 2, scope: { id: 'rooms' } })
  })
})

// The hooks in a real browser, in StrictMode, with a real service on another origin. test/client/app/ has deletions and
// conflicts, queries.test.ts pages, and mutations.test.ts what the hooks do to the cache.
import { build } from 'esbuild'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { openPage, startBrowser } from '../support/browser.ts'
import { createCaller } from '../support/caller.ts'
import type { ClientError, Lamp, LampDraft } from '../support/lamp-client.ts'
import type { SeenLamp, useCreateLamp, useDeleteLamp, useLamp, useLamps, useUpdateLamp } from '../support/lamp-hooks.ts'
import { startService } from '../support/service.ts'

const bundle = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['page.ts'],
  bundle: true,
  format: 'esm',
  write: false,
  define: { 'process.env.NODE_ENV': '"development"' },
})

it('useLampEdit does not show its own save as newer, and can keep the lists as they are', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let lists = 0
  await using service = await startService({
    wrap: (app) => (request, response) => {
      if (request.url?.startsWith('/lamps?') && request.headers.origin !== undefined) lists++
      if (request.method === 'PATCH') {
        const end = response.end.bind(response)
        response.end = (body) => {
          void opened.then(() => end(body))
          return response
        }
      }
      app(request, response)
    },
  })
  const caller = createCaller(service)
  await caller.create('a')
  await using browser = await startBrowser()
  const query = `?${new URLSearchParams({ url: service.url, token: await service.token() })}`
  await using page = await openPage(browser, bundle.outputFiles[0]?.text ?? '', { query })
  const expectText = (selector: string, text: string) =>
    expect.poll(() => page.locator(selector).textContent()).toBe(text)

  await page.locator('li').click()
  await expectText('h1', 'a')
  const listsBefore = lists
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(caller.lamps).toMatchObject([{ name: 'a', tag: 'mine' }])
  const read = page.waitForResponse(/\/lamps\/[^?]+$/)
  // As a browser does when the person returns to the window.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await read
  await page.waitForTimeout(100)
  await expectText('h2', '')
  // The focus reads the list, and the save does not.
  expect(lists).toBe(listsBefore + 1)
  open()
  await page.locator('article[aria-busy=false]').waitFor()
  await page.waitForTimeout(100)
  await expectText('h2', '')
  await expectText('output', '')
  expect(lists).toBe(listsBefore + 1)
})

type Variables<Hook extends () => { mutate: (variables: never) => void }> = Parameters<ReturnType<Hook>['mutate']>[0]

describe('the types of the hooks', () => {
  it('have the data and the errors of the client', () => {
    expectTypeOf<ReturnType<typeof useLamps>['data']>().toEqualTypeOf<Lamp[] | undefined>()
    expectTypeOf<ReturnType<typeof useLamp>['data']>().toEqualTypeOf<SeenLamp | undefined>()
    type Errors = ReturnType<typeof useLamps | typeof useLamp | typeof useUpdateLamp>['error']
    expectTypeOf<Errors>().toEqualTypeOf<ClientError | null>()
  })

  it('take the input of the operation only', () => {
    expectTypeOf<Parameters<typeof useLamps>[0]>().toEqualTypeOf<
      { limit?: number; after?: string; tag?: string } | undefined
    >()
    expectTypeOf<Variables<typeof useCreateLamp>>().toEqualTypeOf<LampDraft>()
    expectTypeOf((update: (variables: Variables<typeof useUpdateLamp>) => void) => {
      // @ts-expect-error the id is missing
      update({ change: {} })
      // @ts-expect-error a lamp has no colour
      update({ id: 'a', change: { colour: 'green' } })
    }).toBeFunction()
    expectTypeOf<{ id: string }>().toExtend<Variables<typeof useDeleteLamp>>()
    expectTypeOf<Record<never, never>>().not.toExtend<Variables<typeof useDeleteLamp>>()
  })
})

describe('the options of the hooks', () => {
  it('have the types of the hook, and cannot replace the request', () => {
    expectTypeOf((list: typeof useLamps, lamp: typeof useLamp, update: typeof useUpdateLamp) => {
      list({}, { enabled: false, staleTime: 1000, placeholderData: (previous) => previous })
      lamp('a', { enabled: false, refetchInterval: 1000 })
      update({
        onMutate: async ({ change }) => ({ before: change.name }),
        onSuccess: ({ lamp }, { change }, result) => [lamp.name, change.tag, result?.before],
        onError: (error, _, result) => [error.outcome satisfies string, result?.before satisfies string | undefined],
      })
      // @ts-expect-error the key belongs to the hook
      list({}, { queryKey: ['mine'] })
      // @ts-expect-error and so does the request
      update({ mutationFn: async () => {} })
    }).toBeFunction()
  })
})

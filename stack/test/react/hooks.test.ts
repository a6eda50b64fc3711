// The hooks in a real browser, in StrictMode. The component of the README shows more of them in test/client/readme.test.ts,
// test/client/app/changing.test.ts has conflicts, and mutations.test.ts what they do to the cache.
import { expect, it } from 'vitest'
import { Problem } from '../../core/problem.ts'
import { conflict, gate, type Intercept, isList, openLamps, useBrowser } from './hooks-page.ts'

useBrowser()

it('useLamps reads a list page by page, when the application enables it', async () => {
  let requests = 0
  const { page, expectList, press } = await openLamps(
    ['a', 'b', 'c', 'd', 'e'],
    (request) => isList(request) && requests++,
    { query: { disabled: '' } },
  )
  await expectList()
  expect(requests).toBe(0)
  await press('Read')
  await expectList('a', 'b')
  await press('More')
  await expectList('a', 'b', 'c', 'd')
  await press('More')
  await expectList('a', 'b', 'c', 'd', 'e')
  expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
})

it('useDeleteLamp shows a refused deletion although its row had disappeared', async () => {
  const deletion = gate()
  const deleteLamp = async () => {
    await deletion.opened
    throw new Problem('precondition-failed', 'Not now.')
  }
  const { expectList, expectError, press } = await openLamps(['a', 'b'], () => {}, { handlers: { deleteLamp } })
  await expectList('a', 'b')
  await press('Delete row a')
  await expectList('b')
  deletion.open()
  await expectError('section', conflict)
  await expectList('a', 'b')
})

it('useDeleteLamp refreshes the list after the last of two deletions, and not before', async () => {
  const deletion = gate()
  let requests = 0
  let deletions = 0
  const { expectList, press, stored } = await openLamps(['a', 'b', 'c'], async (request) => {
    if (isList(request)) requests++
    if (request.method === 'DELETE' && deletions++ === 0) await deletion.opened
  })
  await expectList('a', 'b')
  const before = requests
  await press('Delete row a')
  await expect.poll(() => deletions).toBe(1)
  await press('Delete row b')
  await expect.poll(stored).toEqual(['a', 'c'])
  deletion.open()
  await expectList('c')
  expect(requests - before).toBe(1)
})

it('useLampEdit does not show its own save as newer, and can keep the lists as they are', async () => {
  const save = gate()
  let lists = 0
  const intercept: Intercept = (request, response) => {
    if (isList(request) && request.headers.origin !== undefined) lists++
    if (request.method !== 'PATCH') return
    const end = response.end.bind(response)
    response.end = (body) => {
      void save.opened.then(() => end(body))
      return response
    }
  }
  const { page, choose, expectTitle, expectError, press, storedTags } = await openLamps(['a'], intercept, {
    query: { edit: '' },
  })
  const expectNewer = (name: string) => expect.poll(() => page.locator('h2').textContent()).toBe(name)
  await choose('a')
  await expectTitle('a')
  const listsBefore = lists
  await press('Save')
  await expect.poll(storedTags).toEqual({ a: 'mine' })
  const read = page.waitForResponse(/\/lamps\/[^?]+$/)
  // As a browser does when the person returns to the window.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await read
  await page.waitForTimeout(100)
  await expectNewer('')
  // The focus reads the list, and the save does not.
  expect(lists).toBe(listsBefore + 1)
  save.open()
  await page.locator('article[aria-busy=false]').waitFor()
  await page.waitForTimeout(100)
  await expectNewer('')
  await expectError('article', '')
  expect(lists).toBe(listsBefore + 1)
})

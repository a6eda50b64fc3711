// The hooks in a real browser, in StrictMode.
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../server/core/problem.ts'
import { type Intercept, openPlants, useBrowser } from './hooks-page.ts'

useBrowser()

/** Lets a test hold requests. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  return { opened, open, reached, reach }
}

const isList = ({ method, url }: IncomingMessage) => method === 'GET' && url?.startsWith('/plants?') === true
const conflict = '412 tag:plants.example,2026:precondition-failed'

describe('usePlants', () => {
  it('reads a list page by page', async () => {
    const { page, expectList, press } = await openPlants(['a', 'b', 'c', 'd', 'e'])
    await expectList('a', 'b')
    await press('More')
    await expectList('a', 'b', 'c', 'd')
    await press('More')
    await expectList('a', 'b', 'c', 'd', 'e')
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
  })

  it('leaves retries to the client, and then has a typed error', async () => {
    let requests = 0
    const listPlants = async () => {
      requests++
      throw new Problem('unavailable', 'Not now.', { headers: { 'Retry-After': '0' } })
    }
    const { expectError } = await openPlants([], undefined, { handlers: { listPlants } })
    await expectError('section', '503 tag:plants.example,2026:unavailable')
    // Four attempts, for each of the two times that StrictMode mounts a component in development.
    expect(requests).toBeLessThanOrEqual(8)
    expect(requests).toBeGreaterThanOrEqual(4)
  })

  it('aborts its request when its component is unmounted', async () => {
    const lists = gate()
    let aborted = 0
    const { press } = await openPlants(['a'], async (request, response) => {
      if (!isList(request)) return
      response.on('close', () => {
        if (!response.writableFinished) aborted++
      })
      lists.reach()
      await lists.opened
    })
    await lists.reached
    const before = aborted
    await press('Hide')
    await expect.poll(() => aborted).toBe(before + 1)
    lists.open()
  })
})

describe('options of an application', () => {
  it('control a list', async () => {
    let requests = 0
    const { expectList, press } = await openPlants(['a'], (request) => isList(request) && requests++, {
      query: { disabled: '' },
    })
    await expectList()
    expect(requests).toBe(0)
    await press('Read')
    await expectList('a')
  })

  it('show a refused deletion although its row had disappeared', async () => {
    const deletion = gate()
    const deletePlant = async () => {
      await deletion.opened
      throw new Problem('precondition-failed', 'Not now.')
    }
    const { expectList, expectError, press } = await openPlants(['a', 'b'], undefined, { handlers: { deletePlant } })
    await expectList('a', 'b')
    await press('Delete row a')
    await expectList('b')
    deletion.open()
    await expectError('section', conflict)
    await expectList('a', 'b')
  })

  it('show an update before the service has confirmed it, and take it back if it is refused', async () => {
    const updates = gate()
    const { expectList, expectTitle, expectError, choose, press, rename } = await openPlants(
      ['a', 'b'],
      async (request) => {
        if (request.method === 'PATCH' && request.headers['if-match'] !== undefined) await updates.opened
      },
    )
    await choose('a')
    await expectTitle('a')
    await rename('a', 'z')
    await press('Rename')
    await expectTitle('Renamed')
    await expectList('Renamed', 'b')
    updates.open()
    await expectError('article', conflict)
    await expectList('z', 'b')
    await expectTitle('z')
  })
})

describe('useCreatePlant', () => {
  it('adds the new plant to the list', async () => {
    const { expectList, press } = await openPlants(['a'])
    await expectList('a')
    await press('Add')
    await expectList('a', 'Fern')
  })
})

describe('useDeletePlant', () => {
  it('removes the plant from the list at once, before the service has deleted it', async () => {
    const deletion = gate()
    const hold: Intercept = ({ method }) => method === 'DELETE' && deletion.opened
    const { expectList, press, stored } = await openPlants(['a', 'b'], hold)
    await expectList('a', 'b')
    await press('Delete a')
    await expectList('b')
    expect(await stored()).toEqual(['a', 'b'])
    deletion.open()
    await expect.poll(stored).toEqual(['b'])
    await expectList('b')
  })

  it('restores the plant in its place if the deletion fails, at once, and no other deleted plant', async () => {
    const deletion = gate()
    const lists = gate()
    let deletions = 0
    let areListsHeld = false
    const { expectList, expectError, press } = await openPlants(['a', 'b', 'c', 'd'], async (request) => {
      if (isList(request) && areListsHeld) await lists.opened
      if (request.method !== 'DELETE' || deletions++ > 0) return
      await deletion.opened
      request.url = '/nowhere'
    })
    await expectList('a', 'b')
    await press('More')
    await expectList('a', 'b', 'c', 'd')
    areListsHeld = true
    await press('Delete b')
    await expect.poll(() => deletions).toBe(1)
    await press('Delete c')
    await expectList('a', 'd')
    deletion.open()
    await expectList('a', 'b', 'd')
    lists.open()
    await expectError('section', '')
    await expectList('a', 'b', 'd')
  })

  it('refreshes the list after the last of two deletions, and not before', async () => {
    const deletion = gate()
    let requests = 0
    let deletions = 0
    const { expectList, press, stored } = await openPlants(['a', 'b', 'c'], async (request) => {
      if (isList(request)) requests++
      if (request.method === 'DELETE' && deletions++ === 0) await deletion.opened
    })
    await expectList('a', 'b')
    const before = requests
    await press('Delete a')
    await expect.poll(() => deletions).toBe(1)
    await press('Delete b')
    await expect.poll(stored).toEqual(['a', 'c'])
    deletion.open()
    await expectList('c')
    expect(requests - before).toBe(1)
  })

  it('aborts a pending request of the list, which would bring the plant back', async () => {
    const deletion = gate()
    const lists = gate()
    let areListsHeld = false
    let closed = 0
    const { expectList, press } = await openPlants(['a', 'b'], async (request, response) => {
      if (isList(request) && areListsHeld) {
        lists.reach()
        response.on('close', () => closed++)
        await lists.opened
      }
      if (request.method === 'DELETE') await deletion.opened
    })
    await expectList('a', 'b')
    areListsHeld = true
    await press('Add')
    await lists.reached
    await press('Delete a')
    await expect.poll(() => closed).toBe(1)
    await expectList('b')
    lists.open()
    deletion.open()
    await expectList('b', 'Fern')
  })

  it('restores the plant if somebody else has changed the seen plant', async () => {
    const { expectList, expectTitle, expectError, choose, press, rename } = await openPlants(['a', 'b'])
    await choose('a')
    await expectTitle('a')
    await rename('a', 'z')
    await press('Delete as seen')
    await expectError('article', conflict)
    await expectList('z', 'b')
  })
})

describe('useUpdatePlant', () => {
  it('changes the plant everywhere', async () => {
    const { expectList, expectTitle, choose, press } = await openPlants(['a', 'b'])
    await choose('a')
    await press('Rename')
    await expectTitle('Renamed')
    await expectList('Renamed', 'b')
  })

  it('gets a 412 if somebody else has changed the seen plant, and reads the plant again', async () => {
    const { expectTitle, expectError, choose, press, rename } = await openPlants(['a'])
    await choose('a')
    await expectTitle('a')
    await rename('a', 'z')
    await press('Rename')
    await expectError('article', conflict)
    await expectTitle('z')
  })
})

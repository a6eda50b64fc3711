// The hooks in a real browser, in StrictMode, with the service itself on another origin.
import { fileURLToPath } from 'node:url'
import { createPlantClient, type PlantClient } from '@plant-collection/client'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Problem } from '../../../server/core/problem.ts'
import { openPage, startBrowser } from '../../support/browser.ts'
import { type ServiceOptions, startService } from '../../support/service.ts'

let browser: Browser
let script: string
beforeAll(async () => {
  browser = await startBrowser()
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  script = bundle.outputFiles[0]?.text ?? ''
}, 60_000)
afterAll(() => browser?.close())

/** A page over a service that has plants of these names. */
async function pageOver(names: string[], options: ServiceOptions = {}) {
  const service = await startService(options)
  const token = await service.token()
  const client = createPlantClient({ baseUrl: service.url, token })
  const ids = []
  for (const name of names) {
    const created = await client.createPlant({ body: { name } })
    if (!created.ok) throw new Error(`created: ${created.status}`)
    ids.push(created.body.id)
  }
  const page = await openPage(browser, script, { query: `?${new URLSearchParams({ url: service.url, token })}` })
  onTestFinished(async () => {
    await page[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })
  return { page, client, ids }
}

const listed = (page: Page) => expect.poll(() => page.locator('li span').allTextContents(), { timeout: 10_000 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const told = (page: Page, part: string) =>
  expect.poll(() => page.locator(`${part} output`).textContent(), { timeout: 10_000 })

describe('usePlants', () => {
  it('reads page after page along the links, as one list', async () => {
    const { page } = await pageOver(['a', 'b', 'c', 'd', 'e'])
    await listed(page).toEqual(['a', 'b'])
    await press(page, 'More')
    await listed(page).toEqual(['a', 'b', 'c', 'd'])
    await press(page, 'More')
    await listed(page).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
  })

  it('asks again no more often than the client does, and then has a typed error', async () => {
    let asked = 0
    const { page } = await pageOver([], {
      handlers: {
        async listPlants() {
          asked++
          throw unavailable()
        },
      },
    })
    await told(page, 'section').toBe('503 /problems/unavailable')
    // Four attempts, of each of the two times that StrictMode mounts a component in development.
    expect(asked).toBeLessThanOrEqual(8)
    expect(asked).toBeGreaterThanOrEqual(4)
  })

  it('ends its request when it is unmounted', async () => {
    const held = gate()
    let ended = 0
    const { page } = await pageOver(['a'], {
      wrap: (app) => (req, res) => {
        res.on('close', () => {
          if (!res.writableFinished) ended++
        })
        app(req, res)
      },
      handlers: {
        async listPlants() {
          held.reach()
          await held.opened
          throw unavailable()
        },
      },
    })
    await held.reached
    const before = ended
    await press(page, 'Hide')
    await expect.poll(() => ended).toBe(before + 1)
    held.open()
  })
})

describe('useCreatePlant', () => {
  it('has the new plant in the list when it is done', async () => {
    const { page } = await pageOver(['a'])
    await listed(page).toEqual(['a'])
    await press(page, 'Add')
    await listed(page).toEqual(['a', 'Fern'])
  })
})

describe('useDeletePlant', () => {
  it('takes the plant out of the list before the service has said anything, and then for good', async () => {
    const held = gate()
    const { page, client, ids } = await pageOver(['a', 'b'], {
      wrap: (app) => async (req, res) => {
        if (req.method === 'DELETE') await held.opened
        app(req, res)
      },
    })
    await listed(page).toEqual(['a', 'b'])
    await press(page, 'Delete a')
    await listed(page).toEqual(['b'])
    expect(await statusOf(client, ids[0])).toBe(200)
    held.open()
    await expect.poll(() => statusOf(client, ids[0])).toBe(404)
    await listed(page).toEqual(['b'])
  })

  it('puts it back where it was when the service refuses, without asking again, and others stay away', async () => {
    const deletion = gate()
    const lists = gate()
    let areListsHeld = false
    const { page, ids } = await pageOver(['a', 'b', 'c', 'd'], {
      wrap: (app) => async (req, res) => {
        if (req.method === 'GET' && areListsHeld) await lists.opened
        if (req.method === 'DELETE' && req.url?.includes(String(ids[1]))) {
          await deletion.opened
          req.url = '/nowhere'
        }
        app(req, res)
      },
    })
    await listed(page).toEqual(['a', 'b'])
    await press(page, 'More')
    await listed(page).toEqual(['a', 'b', 'c', 'd'])
    areListsHeld = true
    await press(page, 'Delete b')
    await press(page, 'Delete c')
    await listed(page).toEqual(['a', 'd'])
    deletion.open()
    await listed(page).toEqual(['a', 'b', 'd'])
    lists.open()
    await told(page, 'section').toBe('')
    await listed(page).toEqual(['a', 'b', 'd'])
  })

  it('asks for the list when the last of two deletions has come to its end, and not before', async () => {
    const deletion = gate()
    let asked = 0
    const { page, client, ids } = await pageOver(['a', 'b', 'c'], {
      wrap: (app) => async (req, res) => {
        if (req.method === 'GET' && req.url?.startsWith('/plants?')) asked++
        if (req.method === 'DELETE' && req.url?.includes(String(ids[0]))) await deletion.opened
        app(req, res)
      },
    })
    await listed(page).toEqual(['a', 'b'])
    const before = asked
    await press(page, 'Delete a')
    await press(page, 'Delete b')
    await expect.poll(() => statusOf(client, ids[1])).toBe(404)
    deletion.open()
    await listed(page).toEqual(['c'])
    expect(asked - before).toBe(1)
  })

  it('ends what asks for the list just then, which would bring the plant back', async () => {
    const deletion = gate()
    const lists = gate()
    let areListsHeld = false
    let ended = 0
    const { page } = await pageOver(['a', 'b'], {
      wrap: (app) => async (req, res) => {
        if (req.method === 'GET' && areListsHeld) {
          lists.reach()
          res.on('close', () => ended++)
          await lists.opened
        }
        if (req.method === 'DELETE') await deletion.opened
        app(req, res)
      },
    })
    await listed(page).toEqual(['a', 'b'])
    areListsHeld = true
    await press(page, 'Add')
    await lists.reached
    await press(page, 'Delete a')
    await expect.poll(() => ended).toBe(1)
    await listed(page).toEqual(['b'])
    lists.open()
    deletion.open()
    await listed(page).toEqual(['b', 'Fern'])
  })

  it('puts it back when somebody else has changed what was seen', async () => {
    const { page, client, ids } = await pageOver(['a', 'b'])
    await page.locator('li span', { hasText: 'a' }).click()
    await expect.poll(() => page.locator('h1').textContent()).toBe('a')
    await rename(client, ids[0], 'z')
    await press(page, 'Delete as seen')
    await told(page, 'article').toBe('412 /problems/precondition-failed')
    await listed(page).toEqual(['z', 'b'])
  })
})

describe('useUpdatePlant', () => {
  it('changes the plant everywhere', async () => {
    const { page } = await pageOver(['a', 'b'])
    await page.locator('li span', { hasText: 'a' }).click()
    await press(page, 'Rename')
    await expect.poll(() => page.locator('h1').textContent()).toBe('Renamed')
    await listed(page).toEqual(['Renamed', 'b'])
  })

  it('is refused where somebody was faster, says so by its type, and shows what is there now', async () => {
    const { page, client, ids } = await pageOver(['a'])
    await page.locator('li span', { hasText: 'a' }).click()
    await expect.poll(() => page.locator('h1').textContent()).toBe('a')
    await rename(client, ids[0], 'z')
    await press(page, 'Rename')
    await told(page, 'article').toBe('412 /problems/precondition-failed')
    await expect.poll(() => page.locator('h1').textContent()).toBe('z')
  })
})

function unavailable(): Problem {
  return new Problem('/problems/unavailable', 'Not now.', { headers: { 'Retry-After': '0' } })
}

/** Something that waits until a test lets it go on. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  return { opened, open, reached, reach }
}

async function statusOf(client: PlantClient, id = ''): Promise<number | string> {
  return (await client.getPlant({ path: { id } })).status
}

async function rename(client: PlantClient, id = '', name: string): Promise<void> {
  const renamed = await client.updatePlant({ path: { id }, body: { name } })
  if (!renamed.ok) throw new Error(`renamed: ${renamed.status}`)
}

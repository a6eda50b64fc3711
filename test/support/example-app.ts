// The example app in a real browser, served by a real service that signs its own tokens.
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { startBrowser } from '../../stack/test/support/browser.ts'
import { cleanUp, newFolder } from '../../stack/test/support/folder.ts'
import { createCaller } from './caller.ts'
import { buildExampleOnce, type Mode } from './once-built.ts'
import { startService } from './service.ts'

/** Returns an array that collects everything that goes wrong in the page, and every request to a different origin. */
export function watchPage(page: Page, origins: string[]): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => void errors.push(String(error)))
  page.on('console', (message) => {
    // The browser itself reports each response that is not successful.
    const isReport = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isReport) errors.push(message.text())
  })
  page.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin)) errors.push(`request to ${request.url()}`)
  })
  return errors
}

/** Opens the app of `gardener`, who has no plants. Closes it after the last test of the file, and expects that it had no errors. */
export async function openExample(mode: Mode = 'development') {
  const exampleFolder = await buildExampleOnce(mode)
  const folder = await newFolder()
  const service = await startService({ exampleFolder, folder })
  const me = createCaller(service)
  const browser = await startBrowser()
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  const page = await context.newPage()
  const errors = watchPage(page, [service.url])
  afterAll(async () => {
    await browser.close()
    await service[Symbol.asyncDispose]()
    await cleanUp()
    expect(errors).toEqual([])
  })
  /** The URLs of loaded scripts. */
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url())
  })
  await page.goto(await service.link())
  const addForm = page.getByRole('form', { name: 'Add a plant' })
  // A page that reloads before it has its session has lost the login token of the link.
  await addForm.waitFor()
  const rowWith = (text: string, on = page) => on.getByRole('listitem').filter({ hasText: text })
  return {
    ...{ exampleFolder, service, me, context, page, errors, scripts, addForm },
    button: (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true }),
    rowWith,
    /** Returns an attribute of the focused element. */
    focusedAttribute: (name: string) => page.evaluate((name) => document.activeElement?.getAttribute(name), name),
    editForm: (on = page) => on.getByRole('form', { name: /^Edit/ }),
    /** Waits until the page shows a text. */
    waitForText: (text: string | RegExp, on = page) => on.getByText(text).first().waitFor(),

    /** Replaces all plants by plants with these names, and reloads the page. @returns The id of the first plant. */
    async resetPlants(name: string, ...others: string[]): Promise<string> {
      for (const { id } of await me.plants()) await me.send('DELETE', `/plants/${id}`)
      const { plant } = await me.create(name, `tag of ${name}`)
      for (const name of others) await me.create(name, `tag of ${name}`)
      await page.reload()
      await rowWith(others.at(-1) ?? name).waitFor()
      return plant.id
    },

    /** Reads a plant from the service. @returns The plant, or the status of an error. */
    async getPlant(id: string): Promise<unknown> {
      const { status, body } = await me.send('GET', `/plants/${id}`)
      return status === 200 ? body : status
    },
  }
}

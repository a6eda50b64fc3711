// What the docs page contains beside the operations, in which order, and where its links lead.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemKinds } from '../../../server/core/contract/problem-kinds.ts'
import { readContract } from '../../../tools/generate/contract.ts'
import { violationsIn } from '../../support/axe.ts'
import { startBrowser } from '../../support/browser.ts'
import { root } from '../../support/folder.ts'
import { sharedService } from '../../support/shared-service.ts'
import { openDocs, timeout } from './open-docs.ts'

const service = await sharedService()
const contract = await readContract(join(root, 'openapi.yaml'))
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))

let browser: Browser
let page: Page & AsyncDisposable
beforeAll(async () => {
  browser = await startBrowser()
  page = await openDocs(browser, `${service.url}/docs`)
}, 2 * timeout)
afterAll(() => browser.close())

const sectionOf = (route: string) => page.locator(`[data-section-id="${route}"]`).first()
const isInView = (id: string) =>
  page.locator(`[id="${id}"]`).evaluate((target) => {
    const { top } = target.getBoundingClientRect()
    return top >= 0 && top < innerHeight
  })

describe('the docs page', { timeout: 2 * timeout }, () => {
  it('has links to the contract and the Markdown, and the command that installs the client', async () => {
    const section = sectionOf('/section/downloads')
    const links = section.getByRole('link').and(section.locator(':not([href^="#"])'))
    const addresses = await links.evaluateAll((all) =>
      all.map((one) => (one instanceof HTMLAnchorElement ? one.href : '')),
    )
    for (const path of ['/openapi.yaml', '/docs.md']) expect(addresses).toContain(service.url + path)
    // The name that npm pack gives to the file of the client.
    expect(await section.innerText()).toContain(`npm install plant-collection-client-${version}.tgz`)
  })

  it('has every schema with its description and its fields', async () => {
    const parts = (await sectionOf('/schemas').innerHTML()).split('<h3 id="schemas/').slice(1)
    const schemas = Object.entries(contract.document.components.schemas)
    expect(parts).toHaveLength(schemas.length)
    for (const [index, [name, { description = '', properties = {} }]] of schemas.entries()) {
      const part = parts[index] ?? ''
      expect(part).toContain(`>${name}</h3>`)
      expect(part).toContain(description.split(/[`[\n]/)[0])
      for (const field of Object.keys(properties)) expect(part).toContain(`<td><code>${field}</code>`)
    }
  })

  it('has the headers of all responses in one table', async () => {
    const rows = sectionOf('/response-headers').locator('tbody tr')
    const texts = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
    const responses = [...contract.operations.flatMap((one) => one.responses), ...contract.httpResponses]
    const names = responses.flatMap(({ response }) => Object.keys(response.headers ?? {}))
    expect(new Set(texts.map(([name]) => name))).toEqual(new Set(names))
    expect(texts).toContainEqual(['Request-Id', expect.any(String), 'all'])
    expect(texts).toContainEqual(['Retry-After', 'The seconds to wait before a retry.', '429, 503'])
    expect(texts).toContainEqual(['Location', expect.any(String), '201'])
    expect(texts).toContainEqual([
      'Last-Modified',
      expect.any(String),
      '200 (getPlant, updatePlant), 201, 304 (getPlant)',
    ])
    expect(texts).toContainEqual(['Allow', expect.any(String), '204 (any request), 405'])
  })

  it('has no link without a target', async () => {
    const links = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    const missing = await page.evaluate(
      (hashes) =>
        hashes.filter((hash) => {
          const [, route = '', id = ''] = hash.split('#')
          const hasSection = document.querySelector(`[data-section-id="${CSS.escape(route)}"]`) !== null
          return !hasSection || (id !== '' && document.getElementById(decodeURIComponent(id)) === null)
        }),
      [...new Set(links.filter((link) => link.startsWith('#/')))],
    )
    expect(missing).toEqual([])
    const pages = new Set(links.filter((link) => !/^(?:#|https:)/.test(link)))
    expect(pages.size).toBeGreaterThan(problemKinds.length)
    for (const link of pages) expect((await fetch(new URL(link, `${service.url}/docs`))).status, link).toBe(200)
  })

  it.each(contract.operations)(
    'links $id to its problems, its schemas and the workflows',
    async ({ id, responses }) => {
      const section = sectionOf(`/other/${id.toLowerCase()}`)
      const items = section.locator('details li')
      expect(await items.count()).toBe(responses.length)
      for (const [index, { status, response }] of responses.entries()) {
        const item = items.nth(index)
        expect(await item.locator('code').first().textContent()).toBe(String(status))
        expect(await item.locator('a[href^="problems/"]').count()).toBe(status < 400 ? 0 : 1)
        expect(await item.locator('a[href^="#/schemas#"]').count()).toBe(response.content ? 1 : 0)
      }
      expect(await section.locator('a[href^="#/section/workflows/"]').count()).toBeGreaterThan(0)
    },
  )

  it('scrolls to the target of a link: a schema, a workflow and an operation', async () => {
    const section = sectionOf('/other/createplant')
    await section.getByText('All responses').click()
    await section.getByRole('link', { name: 'UnauthorizedProblem' }).click()
    await expect.poll(() => isInView('schemas/unauthorizedproblem')).toBe(true)
    await section.getByRole('link', { name: 'A safe retry' }).click()
    await expect.poll(() => isInView('section/workflows/a-safe-retry')).toBe(true)
    await sectionOf('/section/workflows/a-safe-retry').getByRole('link', { name: 'listPlants' }).click()
    await expect.poll(() => isInView('other/listplants')).toBe(true)
  })

  it('shows the description of a field before its limits, and a body before the headers', async () => {
    const [limit = ''] = await sectionOf('/other/createplant').locator('[id$="path=if-match"]').allTextContents()
    expect(limit).toMatch(/^If-MatchstringEntity tags, .*1 \.\. 4096.*Show pattern/)
    const headings = sectionOf('/other/createplant').locator(':is([id$="/body"], [id$="/header"], [id$="/headers"])')
    const ids = await headings.evaluateAll((all) => all.map((one) => one.id))
    expect(ids.map((one) => one.split('/').slice(2).join('/'))).toEqual([
      'request/body',
      'request/header',
      'response&c=201/body',
      'response&c=201/headers',
    ])
  })

  it('shows every response on paper, and on the screen after a click', async () => {
    await using printed = await openDocs(browser, `${service.url}/docs`)
    const items = printed.locator('details li')
    const visible = () => items.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
    expect(await visible()).toBe(0)
    await printed.emulateMedia({ media: 'print' })
    expect(await visible()).toBe(contract.operations.flatMap(({ responses }) => responses).length)
  })

  it.each(['light', 'dark'] as const)(
    'has no accessibility problem that axe finds, in %s colours',
    async (colorScheme) => {
      for (const width of [390, 1280]) {
        await using checked = await openDocs(browser, `${service.url}/docs`, {
          colorScheme,
          viewport: { width, height: 900 },
        })
        await checked.addStyleTag({ content: '* { content-visibility: visible !important }' })
        await checked.locator('details').evaluateAll((all) => all.map((one) => one.setAttribute('open', '')))
        expect(await violationsIn(checked)).toEqual([])
        expect(await checked.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    },
  )
})

it('a problem page leads to the operations that can return the problem', { timeout }, async () => {
  const problem = await browser.newPage()
  await problem.goto(`${service.url}/problems/not-found`)
  const links = await problem.locator('li a').allInnerTexts()
  expect(links).toEqual(['GET /plants/{id}', 'PATCH /plants/{id}', 'DELETE /plants/{id}', 'Any request'])
  await problem.getByRole('link', { name: 'PATCH' }).click()
  const section = problem.locator('[data-section-id="/other/updateplant"]')
  await section.waitFor({ timeout })
  await expect.poll(() => section.evaluate((one) => one.getBoundingClientRect().top), { timeout }).toBeLessThan(900)
  await problem.close()
})

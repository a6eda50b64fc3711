// The docs page in a real browser: "Try it" for every type of parameter, body, credential and response, and search.
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { serviceBaseUrl } from '../../docs/call.ts'
import { markTerms } from '../../docs/search.ts'
import { conformanceProduct } from '../constructs/conformance.ts'
import { findDeadLinks, openDocs, startBrowser } from '../support/browser.ts'
import { generate } from '../support/product.ts'
import { closeAfterTests, sharedService } from '../support/shared-service.ts'

const product = await conformanceProduct([
  ...['/', '/any', '/arrays/{simple}/{label}/{matrix}', '/basic', '/bearer', '/boats/{boat-id}', '/bodies', '/cookie'],
  ...[
    '/copies',
    '/documents',
    '/files',
    '/flags',
    '/form',
    '/header',
    '/json',
    '/objects/{simple}/{matrix}',
    '/albums',
  ],
  ...[
    '/notes',
    '/pets',
    '/query',
    '/yachts',
    '/yachts/{yachtId}',
    '/reports/{report-id}',
    '/reports/{report-id}:print',
  ],
])
await generate(product.folder, '--docs')
const service = await sharedService({ api: product })
const browser = closeAfterTests(await startBrowser())
/** Shared by all tests, because it takes a second to render. The startup link to / leads to the docs, and signs in. */
const page = await openDocs(browser, await service.link('/'), Object.keys(product.contract.operations).length)

/** A picture of one pixel. */
const picture = {
  name: 'one.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

type Values = Record<string, string | typeof picture | (typeof picture)[]>

/** Opens the form of an operation, and fills in fields by their labels. */
async function fill(operation: string, values: Values = {}): Promise<Locator> {
  const form = page.locator(`try-it[operation="${operation}"]`)
  const details = form.locator('details').first()
  if ((await details.getAttribute('open')) === null) await form.getByText('Try it').click()
  for (const [label, value] of Object.entries(values)) {
    // The label of a select element contains its options.
    const field = form.getByLabel(label, { exact: true }).or(form.getByRole('combobox', { name: label, exact: true }))
    if (typeof value !== 'string') await field.setInputFiles(value)
    else if (await field.evaluate((element) => element instanceof HTMLSelectElement)) await field.selectOption(value)
    else await field.fill(value)
  }
  return form
}

/** Sends the form of an operation. @returns The form with the response, or with an explanation. */
async function send(operation: string, values?: Values): Promise<Locator> {
  const form = await fill(operation, values)
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByRole('status').filter({ hasNotText: 'Sending…' }).filter({ hasText: /./ }).waitFor()
  return form
}

/** Sends the form of an operation. @returns The request as the handler got it, and the status. */
async function echo(operation: string, values?: Values) {
  const form = await send(operation, values)
  const status = await form.locator('strong').innerText()
  return { ...JSON.parse(await form.getByRole('region', { name: 'Response body' }).innerText()), status }
}

async function signIn(operation: string): Promise<void> {
  const form = await fill(operation)
  await form.getByRole('button', { name: 'Get a development token' }).click()
  await form.getByText('The token is in the field.').waitFor()
}

const ok = { status: '200 OK' }

/** Labels of the parameters of the operation `objects`. */
const deepLabel = 'deep (query, as JSON)'
const objectPath = { 'simple (path, as JSON)': '{"x": 1}', 'matrix (path, as JSON)': '{"x": 2, "name": "."}' }

it('the docs page has no dead link to an operation, a webhook or a schema, whatever their names are', async () => {
  expect(await findDeadLinks(page)).toEqual([])
})

it('the docs page says where to send each credential, and names no command that the product lacks', async () => {
  const readSection = (name: string) => page.locator(`[data-section-id="/section/${name}"]`).first().innerText()
  const authentication = await readSection('authentication')
  expect(authentication).toContain('send a token in a header, as Authorization: Bearer')
  expect(authentication).toContain('send a user name and a password in a header, as Authorization: Basic')
  expect(authentication).toContain('send a key in the header X-Api-Key.')
  expect(authentication).toContain('send a key in the query parameter api_key.')
  expect(authentication).toContain('session: send a key in the cookie session.')
  expect(await readSection('downloads')).not.toMatch(/make |npm /)
})

it('the docs page shows the code samples of all operations in the selected language, and copies one', async () => {
  const findSample = (operation: string) => page.locator(`try-it[operation="${operation}"] .samples`)
  const readSource = (operation: string) => findSample(operation).getByLabel('Code sample:').textContent()
  expect(await readSource('add')).toContain(`curl -sS "${service.url}/api/v1/json"`)
  await findSample('add').getByRole('combobox').selectOption('Python')
  const python = await readSource('submit')
  expect(python).toMatch(/^from urllib/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await findSample('submit').getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(python)
})

describe('the forms of the docs page', () => {
  it('open from the link to /, and send requests below the base path of the server', async () => {
    expect(page.url()).toBe(`${service.url}/docs`)
    await expect.poll(async () => (await fill('bearer')).getByLabel('Token').inputValue()).toMatch(/^ey/)
    const request = page.waitForRequest('**/api/**')
    expect(await echo('print', { 'report-id (path)': 'a/b' })).toMatchObject({ ...ok, path: { 'report-id': 'a/b' } })
    expect((await request).url()).toBe(`${service.url}/api/v1/reports/a%2Fb:print`)
    expect(await echo(encodeURIComponent('read the "root"'))).toMatchObject(ok)
  })

  it('serialise arrays in each style', async () => {
    const values = {
      'simple (path, with commas, or as JSON)': '1,2',
      'label (path, with commas, or as JSON)': '3',
      'matrix (path, with commas, or as JSON)': '[4, 5]',
      'form (query, with commas, or as JSON)': '1,2',
      'texts (query, with commas, or as JSON)': '["a,b", "c"]',
      'spaces (query, with commas, or as JSON)': 'a,b',
      'bars (query, with commas, or as JSON)': 'a,b',
      'X-List (header, with commas, or as JSON)': '1,2',
      'cookies (cookie, with commas, or as JSON)': '6',
    }
    expect(await echo('arrays', values)).toMatchObject({
      ...ok,
      path: { simple: [1, 2], label: [3], matrix: [4, 5] },
      query: { form: [1, 2], texts: ['a,b', 'c'], spaces: ['a', 'b'], bars: ['a', 'b'] },
      headers: { 'X-List': [1, 2] },
      cookies: { cookies: [6] },
    })
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ name }) => name === 'cookies')).toEqual([])
  })

  it('serialise objects in each style', async () => {
    const values = {
      ...objectPath,
      [deepLabel]: '{"x": 1, "name": "&"}',
      'json (query, as JSON)': '{"x": 3}',
      'X-Point (header, as JSON)': '{"x": 4}',
    }
    expect(await echo('objects', values)).toMatchObject({
      ...ok,
      path: { simple: { x: 1 }, matrix: { x: 2, name: '.' } },
      query: { deep: { x: 1, name: '&' }, json: { x: 3 } },
      headers: { 'X-Point': { x: 4 } },
    })
  })

  it.each<[string, Values, string]>([
    ['objects', { ...objectPath, [deepLabel]: '{x: 1}' }, 'deep is not valid JSON.'],
    ['objects', { ...objectPath, [deepLabel]: '[1]' }, 'deep must be an object, such as {"a": 1}.'],
    ['flags', { 'Date (header)': 'now' }, 'Browsers do not let a page send the header date. Use curl.'],
    ['cookie', { 'session (API key, cookie)': 'a;b' }, 'The browser does not take the cookie session.'],
    ['report', { 'report-id (path)': '..' }, 'Browsers remove . and .. from a path.'],
    ['submit', { 'Body: its fields as JSON': '[]' }, 'The fields must be an object, such as {"a": 1}.'],
    ['readDocument', { 'form (query)': 'away' }, 'The response is a redirect, and browsers do not show it to a page.'],
  ])('say what a browser cannot send or show: %s, case %#', async (operation, values, sentence) => {
    const form = await send(operation, values)
    expect(await form.getByRole('status').innerText()).toContain(sentence)
  })

  it('say that a browser sends no body with GET', async () => {
    const form = await fill('search')
    await form.getByText('Browsers do not send a body with GET.').waitFor()
    expect(await echo('search')).toMatchObject(ok)
  })

  it('send JSON with its valid example, plain text and forms', async () => {
    expect(await echo('add')).toMatchObject({ ...ok, mediaType: 'application/json', body: { name: 'text' } })
    expect(await echo('save', { 'Content-Type': 'text/csv', Body: 'a "text"' })).toMatchObject({
      ...ok,
      mediaType: 'text/csv',
      body: 'a "text"',
    })
    const example = { q: 'text', page: 1, tags: ['text'], near: { x: 1 } }
    const form = await fill('submit')
    await form.getByLabel('Body').fill(JSON.stringify(example))
    expect(await echo('submit')).toMatchObject({ ...ok, body: example })
  })

  it('send files in a multipart form', async () => {
    const values = { 'cover (file)': picture, 'pages (file)': [picture, { ...picture, name: 'two.png' }] }
    const file = { name: 'one.png', type: 'image/png' }
    expect(await echo('upload', values)).toMatchObject({
      ...ok,
      cover: file,
      pages: [file, { ...file, name: 'two.png' }],
    })
  })

  it('send a file, and offer a binary response as a download', async () => {
    const form = await send('copyBytes', { Body: picture })
    await form.getByText(`, ${picture.buffer.length} bytes of application/octet-stream`).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('link', { name: 'Download the body' }).click(),
    ])
    expect(await readFile(await download.path())).toEqual(picture.buffer)
  })

  it('send a media type of a range, and show an image', async () => {
    const form = await send('copyImage', { 'Body as a file': picture })
    const width = () =>
      form.getByRole('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
    await expect.poll(width).toBe(1)
  })

  it('show an empty response, and need no credentials without security', async () => {
    const form = await send('deletePets')
    expect(await form.getByRole('status').innerText()).toMatch(/^204 No Content.*No body/s)
    expect(await form.locator('form input').count()).toBe(0)
  })

  it.each([
    ['bearer', 'Token'],
    ['basic', 'Password, or user:password'],
    ['header', 'X-Api-Key (API key, header)'],
    ['query', 'api_key (API key, query)'],
    ['cookie', 'session (API key, cookie)'],
  ])('send credentials: %s', async (operation, label) => {
    await signIn(operation)
    expect(await echo(operation)).toMatchObject(ok)
    expect(await echo(operation, { [label]: 'wrong' })).toMatchObject({ status: '401 Unauthorized' })
  })

  it('send the selected alternative of the credentials', async () => {
    expect(await echo('any', { Token: '', 'api_key (API key, query)': '' })).toMatchObject(ok)
    await signIn('any')
    const request = page.waitForRequest('**/any*')
    expect(await echo('any')).toMatchObject(ok)
    expect((await request).url()).toContain('?api_key=ey')
    const sentRequest = page.waitForRequest('**/any')
    expect(await echo('any', { Credentials: 'Password, or user:password' })).toMatchObject(ok)
    expect((await sentRequest).headers().authorization).toMatch(/^Basic /)
  })
})

it.each([
  ['http://127.0.0.1:3000/docs', 'http://127.0.0.1:3000'],
  ['https://rooms.example/caf%C3%A9/docs', 'https://rooms.example/caf%C3%A9'],
  ['file:///home/me/docs.html', undefined],
  // A sample with such an address would run a command, or contain a password.
  ['https://rooms.example/a;id/docs', undefined],
  ['https://me:secret@rooms.example/docs', undefined],
])('the code samples of the docs page at %s have the base URL %s', (page, address) => {
  expect(serviceBaseUrl(page)).toBe(address)
})

it('search marks the words of a text whose stem is a search term', () => {
  const terms = markTerms('Retries, and If-None-Match.', ['retr', 'match']).filter(({ isFound }) => isFound)
  expect(terms.map(({ part }) => part)).toEqual(['Retries', 'Match'])
})

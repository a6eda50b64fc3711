import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { settings } from '../../../server/configuration/settings.ts'
import { problemPage } from '../../../server/http/problem-pages.ts'
import { contract } from '../../product/generated/index.ts'
import { operations } from '../../product/generated/operations.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

const readGenerated = (name: string) => readFile(`stack/test/product/generated/${name}`, 'utf8')
const names = ['docs.html', 'docs.md', 'openapi-3.0.json', 'openapi.yaml']
const [docs = '', markdown = '', json = '', yaml = ''] = await Promise.all(names.map(readGenerated))

/** The URL of the server in the contract. */
const [documentedUrl = ''] = /(?<=The samples call `)[^/]+\/\/[^/`]+/.exec(markdown) ?? []

it('the docs say the default rate limits', () => {
  const perMinute = Number(settings.RATE_LIMIT_PER_MINUTE.default)
  const [caller, address] = [perMinute, 10 * perMinute].map((count) => `${count.toLocaleString('en')} requests of`)
  expect(markdown).toContain(`The default is ${caller} a caller and ${address} an IP address.`)
})

describe.each(await sharedImplementations())('without a token, $name', ({ url }) => {
  const get = (path: string, init?: RequestInit) => fetch(url + path, init)

  it.each([
    ['/docs', 'text/html; charset=utf-8', docs],
    ['/docs.md', 'text/markdown; charset=utf-8', markdown.replaceAll(documentedUrl, url)],
    ['/openapi-3.0.json', 'application/json; charset=utf-8', json],
    ['/openapi.yaml', 'application/yaml; charset=utf-8', yaml],
  ])('returns the generated file at %s', async (path, mediaType, text) => {
    const response = await get(path)
    expect(response.headers.get('Content-Type')).toBe(mediaType)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(await response.text()).toBe(text)
  })

  it('returns the Markdown of each operation, with links that work in its folder', async () => {
    const pages = await Promise.all(
      Object.keys(operations).map(async (id) => [id, await (await get(`/docs/${id}.md`)).text()]),
    )
    const links = new Set<string>()
    for (const [id, text = ''] of pages) {
      expect(text.match(/^## /gm)).toHaveLength(1)
      expect(text).toContain(`operation \`${id}\``)
      for (const [, link = ''] of text.matchAll(/\]\((?!https:)([^)#]*)/g)) links.add(link)
    }
    expect(links.size).toBeGreaterThan(5)
    for (const link of links) expect((await get(new URL(link, `${url}/docs/x`).pathname)).status).toBe(200)
  })

  it.each(['/docs', '/openapi.json', '/problems/not-found', '/.well-known/api-catalog'])(
    'has links from %s to the docs, the contract and the catalog',
    async (path) => {
      const { headers } = await get(path, { method: 'HEAD' })
      const links = [...(headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"(?:; type="([^"]+)")?/g)]
      const relations = links.map(([, , relation]) => relation)
      for (const relation of ['service-doc', 'service-desc', 'api-catalog']) expect(relations).toContain(relation)
      expect(relations.includes('alternate')).toBe(path === '/docs')
      for (const [, href = '', , type = ''] of links) {
        const target = await fetch(new URL(href, url + path))
        expect(target.status).toBe(200)
        expect(target.headers.get('Content-Type')).toContain(type)
      }
    },
  )

  it('explains each problem', async () => {
    for (const { name, type, status, title } of contract.problemKinds) {
      const response = await get(`/problems/${name}`)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      const text = await response.text()
      for (const part of [type, title, `status ${status}`, `"status": ${status},`]) expect(text).toContain(part)
      expect(text).not.toContain('undefined')
      expect(text).toMatch(/<li><a href="..\/docs#\/(?:other|section)\//)
    }
  })

  it('allows the scripts of the docs page by their hashes, and only requests to its own origin', async () => {
    const policy = (await get('/docs')).headers.get('Content-Security-Policy')
    const [, metaPolicy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(docs) ?? []
    expect(policy).toBe(`${metaPolicy}; frame-ancestors 'none'`)
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^;]*(?<!'unsafe-inline');/)
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/)
  })

  it.each([
    ['br, gzip', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ])('returns the docs to Accept-Encoding: %s as %s, with its own ETag', async (accepted, coding) => {
    const ask = (headers = {}) => get('/docs', { headers: { 'Accept-Encoding': accepted, ...headers } })
    const response = await ask()
    expect(response.headers.get('Content-Encoding')).toBe(coding)
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
    expect(await response.text()).toBe(docs)
    const etag = response.headers.get('ETag') ?? ''
    expect(etag).toMatch(coding === null ? /^"[\w-]{27}"$/ : new RegExp(`^"[\\w-]{27}-${coding}"$`))
    // If a request has If-None-Match and no Cache-Control, fetch adds Cache-Control: no-cache.
    const notModified = await ask({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })
    expect([notModified.status, await notModified.text()]).toEqual([304, ''])
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['text/markdown, text/html;q=0.5', 'text/markdown'],
    ['text/html, */*;q=0.8', 'text/html'],
    ['*/*', 'text/html'],
    ['application/json', 'text/html'],
  ])('returns the docs to Accept: %s as %s', async (accepted, mediaType) => {
    const { headers } = await get('/docs', { method: 'HEAD', headers: { Accept: accepted } })
    expect(headers.get('Content-Type')).toBe(`${mediaType}; charset=utf-8`)
    expect(headers.get('Vary')?.split(', ')).toContain('Accept')
  })

  it('links to the Markdown of each operation in llms.txt, in the docs and in the catalog', async () => {
    const paths = ['/llms.txt', '/docs.md', '/.well-known/api-catalog']
    const [agents = '', docsMarkdown = '', catalog = ''] = await Promise.all(
      paths.map(async (path) => (await get(path)).text()),
    )
    expect(agents).toMatch(/^# .+\n\n> .+\n\n## Docs\n/)
    for (const id of Object.keys(operations)) {
      for (const text of [agents, docsMarkdown]) expect(text).toContain(`](docs/${id}.md)`)
      expect(catalog).toContain(`"../docs/${id}.md"`)
    }
  })

  it.each([
    ['api.example:8443', 'http://api.example:8443'],
    // A shell that runs a sample with this host would run the command `id`.
    ['x.example$(id)', documentedUrl],
  ])('returns samples to a request with the Host %s, which call %s', async (host, address) => {
    const { body } = await sendRaw(url, ['GET /docs.md HTTP/1.1', `Host: ${host}`, 'Connection: close'])
    expect(body).toContain(`curl -sS "${address}/`)
  })

  it('returns pages to a request target in absolute-form', async () => {
    expect((await sendRawRequest(url, 'GET http://elsewhere.example/openapi.yaml')).status).toBe(200)
  })

  it('returns 405 to a POST of a page', async () => {
    const response = await get('/docs', { method: 'POST' })
    await expectProblem(response, 'method-not-allowed')
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
  })

  it.each(['/docs', '/', '/problems', '/favicon.ico'])('returns the methods of %s to OPTIONS', async (path) => {
    const { status, headers } = await get(path, { method: 'OPTIONS' })
    expect([status, headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  it.each([
    ['/', 'docs'],
    ['/docs/', '../docs'],
    ['/problems/not-found/', '../not-found'],
  ])('redirects a browser from %s to the relative reference %s', async (path, location) => {
    const { status, headers } = await get(path, { redirect: 'manual' })
    expect([status, headers.get('Location')]).toEqual([302, location])
  })
})

it('a problem page escapes the strings of a problem', () => {
  const page = problemPage(
    { name: 'not-found', type: 'tag:a', status: 404, title: 'a < b & "d"', help: 'Send `Bearer <token>` & go.' },
    { detail: '</pre><script>' },
    { operations: [{ id: '"getLamp"', method: 'GET', path: '/a<b' }], isForAnyRequest: true },
  )
  expect(page).toContain('<h1>a &lt; b &amp; "d"</h1>')
  expect(page).toContain('<p>Send <code>Bearer &lt;token></code> &amp; go.</p>')
  expect(page).toContain('<a href="../docs#/other/%22getlamp%22">GET /a&lt;b</a>')
  expect(page).toContain('"detail": "&lt;/pre>&lt;script>"')
})

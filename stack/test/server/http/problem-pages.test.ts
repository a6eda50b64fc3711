import { describe, expect, it } from 'vitest'
import { problemPage } from '../../../server/http/problem-pages.ts'
import { contract } from '../../product/generated/index.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

const { problemKinds } = contract

describe.each(await sharedImplementations())('without a token, $name', ({ url }) => {
  it.each(problemKinds)('explains $type', async ({ name, type, status, title }) => {
    const response = await fetch(`${url}/problems/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const text = await response.text()
    for (const part of [type, title, `status ${status}`, `"status": ${status},`]) expect(text).toContain(part)
    expect(text).not.toContain('undefined')
    expect(text).toMatch(/<li><a href="..\/docs#\/(?:other|section)\//)
  })
})

it('a problem page escapes its texts', () => {
  const help = 'Send `Bearer <token>` & go.'
  const kind = { name: 'not-found', type: 'tag:rooms.example,2026:not-found', status: 404 }
  const page = problemPage(
    { ...kind, title: 'a < b & <b>c</b> &amp; "d"', help },
    { detail: '</pre><script>' },
    { operations: [{ id: '"getLamp"', method: 'GET', path: '/a<b' }], isForAnyRequest: true },
  )
  const title = 'a &lt; b &amp; &lt;b>c&lt;/b> &amp;amp; "d"'
  for (const tag of ['title', 'h1']) expect(page).toContain(`<${tag}>${title}</${tag}>`)
  expect(page).toContain('<p>Send <code>Bearer &lt;token></code> &amp; go.</p>')
  expect(page).toContain('<a href="../docs#/other/%22getlamp%22">GET /a&lt;b</a>')
  expect(page).toContain('"detail": "&lt;/pre>&lt;script>"')
})

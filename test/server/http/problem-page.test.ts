import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemKinds } from '../../../server/core/contract/problem-kinds.ts'
import { problemPage } from '../../../server/http/problem-page.ts'
import { expectProblem } from '../../support/problem.ts'
import { type Implementation, implementations } from '../../support/service.ts'

describe.each(implementations)('the page of each problem type, as %s has it', (_face, start) => {
  let service: Implementation
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it.each(problemKinds)('$type says what it means, to everybody', async ({ type, status, title }) => {
    const answer = await fetch(service.url + type)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain(type)
    expect(text).toContain(title)
    expect(text).toContain(`status ${status}`)
    expect(text).not.toContain('undefined')
  })

  it('is the same page for HEAD, without its text', async () => {
    const answer = await fetch(`${service.url}/problems/not-found`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  it('is there for every type that the contract fixes', async () => {
    const contract = await readFile('openapi.yaml', 'utf8')
    const types = new Set(contract.match(/(?<=const: )\/problems\/[a-z-]+/g))
    expect(new Set(problemKinds.map(({ type }) => type))).toEqual(types)
    expect(types.size).toBeGreaterThan(15)
  })

  it('is there for no other type', async () => {
    for (const path of ['/problems', '/problems/', '/problems/nope', '/problems/not-found/']) {
      await expectProblem(await fetch(service.url + path), '/problems/not-found')
    }
  })
})

it('the text of a problem is text, whatever signs it has', () => {
  const type = '/problems/not-found'
  const page = problemPage({
    type,
    status: 404,
    title: 'a < b & <b>c</b> &amp; "d"',
    help: 'Send `Bearer <token>` & go.',
  })
  const title = 'a &lt; b &amp; &lt;b>c&lt;/b> &amp;amp; "d"'
  for (const tag of ['title', 'h1']) expect(page).toContain(`<${tag}>${title}</${tag}>`)
  expect(page).toContain('<p>Send <code>Bearer &lt;token></code> &amp; go.</p>')
})

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { expectProblem } from '../../support/problem.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { type Implementation, implementations } from '../../support/service.ts'

describe.each(implementations)('the docs beside the API, as %s has them', (_face, start) => {
  let service: Implementation
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  // Without a token: the docs are open to everybody.
  const get = (path: string) => fetch(service.url + path)

  it('are the page that is checked in', async () => {
    const answer = await get('/docs')
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toBe(await readFile('generated/docs.html', 'utf8'))
  })

  it('hand out the contract as it was written', async () => {
    const answer = await get('/openapi.yaml')
    expect(answer.headers.get('Content-Type')).toContain('yaml')
    expect(await answer.text()).toBe(await readFile('openapi.yaml', 'utf8'))
  })

  it('hand out the same contract as JSON', async () => {
    const answer = await get('/openapi.json')
    expect(answer.headers.get('Content-Type')).toContain('application/json')
    expect(await answer.json()).toEqual(parse(await readFile('openapi.yaml', 'utf8')))
  })

  it('answer in whole, whatever part or condition is asked for', async () => {
    for (const headers of [{ Range: 'bytes=99999999-' }, { 'If-Match': '"x"' }, { 'If-None-Match': '*' }]) {
      const answer = await fetch(`${service.url}/docs`, { headers })
      expect([200, 304]).toContain(answer.status)
      expect(answer.headers.get('Request-Id')).toBeTruthy()
    }
  })

  it('are read, and nothing else', async () => {
    expect((await fetch(`${service.url}/docs`, { method: 'HEAD' })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE']) {
      await expectProblem(await fetch(`${service.url}/docs`, { method }), '/problems/not-found')
    }
  })

  it('are also at a whole URL in the request line', async () => {
    const head = ['GET http://elsewhere.example/openapi.yaml HTTP/1.1', 'Host: localhost', 'Connection: close']
    expect((await sendRaw(service.url, head)).status).toBe(200)
  })

  it('are nowhere else', async () => {
    for (const path of ['/docs/', '/Docs', '/openapi.yml', '/generated/docs.html', '/docs/../package.json']) {
      await expectProblem(await get(path), '/problems/not-found')
    }
  })
})

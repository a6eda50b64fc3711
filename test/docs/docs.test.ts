import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Service, startService } from '../service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

// Without a token: the docs are open to everybody.
const get = (path: string) => fetch(service.url + path)

describe('the docs beside the API', () => {
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

  it('are nowhere else', async () => {
    for (const path of ['/docs/', '/Docs', '/openapi.yml', '/generated/docs.html', '/docs/../package.json']) {
      expect((await get(path)).status, path).toBe(404)
    }
  })
})

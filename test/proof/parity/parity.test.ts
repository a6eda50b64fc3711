// The short form of `make parity`: always the same requests, plain Prism included, and others each time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { orderOfErrors } from '../requests/draft.ts'
import { families } from '../requests/families.ts'
import { readSeed } from '../seed.ts'
import { startFaces } from './faces.ts'
import { parity } from './parity.ts'
import { compare } from './shape.ts'

let faces: Awaited<ReturnType<typeof startFaces>>
beforeAll(async () => {
  faces = await startFaces()
})
afterAll(cleanUp)

const fixedSeed = 20251120

describe('service and mock are the same API', () => {
  it('on requests that are always the same, and differ from plain Prism as the tables say', {
    timeout: 120_000,
  }, async () => {
    const { wrong, requests } = await parity(faces, { seed: fixedSeed, requests: 2_000, patience: 1 })
    expect(wrong).toEqual([])
    expect(requests).toBeGreaterThanOrEqual(2_000)
  })

  it('on requests that are others each time', { timeout: 120_000 }, async () => {
    const seed = readSeed()
    console.log(`Parity with SEED=${seed}`)
    const { wrong } = await parity(faces, { seed, requests: 1_000, patience: 0 })
    expect(wrong, `make parity SEED=${seed} REQUESTS=1000`).toEqual([])
  })
})

describe('the requests', () => {
  it('are of at least twelve families with something wrong', () => {
    expect(families.length).toBeGreaterThan(30)
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length)
  })

  it('take their order of errors from the contract', () => {
    expect(orderOfErrors).toEqual(expect.arrayContaining(['404 for the path', '405', '401', '403', '406', '412']))
    expect(orderOfErrors).toHaveLength(18)
  })
})

describe('two answers are not alike', () => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":"a"}' }
  const problem = {
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
    body: '{"type":"/problems/not-found","detail":"a","instance":"urn:uuid:1"}',
  }

  it.each([
    ['status', { ...answer, status: 201 }],
    ['media type', { ...answer, headers: { 'content-type': 'text/plain' } }],
    ['body', { ...answer, body: '{"name":1}' }],
    ['body', { ...answer, body: '{"name":"a","tag":"b"}' }],
  ])('when they differ in %s', (what, other) => {
    expect(compare(answer, other, true).different).toEqual([expect.stringContaining(what)])
    expect(compare(answer, answer, true).different).toEqual([])
  })

  it('when one of them alone has a header field', () => {
    const other = { ...answer, headers: { ...answer.headers, etag: '"x"' } }
    expect(compare(answer, other, true).fields).toEqual(['etag'])
  })

  it('when problems that the request alone causes do not say the same, but for their instance', () => {
    const again = { ...problem, body: problem.body.replace('urn:uuid:1', 'urn:uuid:2') }
    const other = { ...problem, body: problem.body.replace('"a"', '"b"') }
    expect(compare(problem, again, true).different).toEqual([])
    expect(compare(problem, other, true).different).toHaveLength(1)
    expect(compare(problem, other, false).different).toEqual([])
  })
})

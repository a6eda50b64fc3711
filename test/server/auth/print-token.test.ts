import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { developmentIssuer } from '../../../server/auth/development-issuer.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { runToken, type ServiceProcess, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

let data: string
let tokenBefore: string
let service: ServiceProcess

beforeAll(async () => {
  data = await usedFolder()
  tokenBefore = await tokenFor({ DATA: data })
  service = await startProcess({ DATA: data })
})
afterAll(cleanUp)

interface Answer {
  status: number
  challenge: string | undefined
}

/** Lists plants with a token, with the Host header given: fetch would not let us say another. */
function list(url: string, token: string, host = 'localhost', method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const headers = { Host: host, Authorization: `Bearer ${token}` }
  return new Promise((resolve, fail) => {
    request({ hostname, port, path: '/plants', method, headers, timeout: 5_000, agent: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, challenge: answer.headers['www-authenticate'] })
    })
      .on('timeout', () => fail(new Error('no answer')))
      .on('error', fail)
      .end()
  })
}

describe('make token', () => {
  it('prints one line, a token of three parts, and nothing else', async () => {
    const { code, stdout, stderr } = await runToken({ DATA: data })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it('works before the service was ever started, and while it runs', async () => {
    expect(await list(service.url, tokenBefore)).toEqual({ status: 200, challenge: undefined })
    expect(await list(service.url, await tokenFor({ DATA: data }))).toEqual({ status: 200, challenge: undefined })
  })

  it('speaks for gardener with every scope, or for SUB with SCOPE', async () => {
    const scope = 'plants:read plants:write'
    expect(decodeJwt(await tokenFor({ DATA: data }))).toMatchObject({ sub: 'gardener', scope })
    expect(decodeJwt(await tokenFor({ DATA: data, SUB: '', SCOPE: '' }))).toMatchObject({ sub: 'gardener', scope })
    const other = await tokenFor({ DATA: data, SUB: 'Zoë "the fern"', SCOPE: 'plants:read' })
    expect(decodeJwt(other)).toMatchObject({ sub: 'Zoë "the fern"', scope: 'plants:read' })
    expect(await list(service.url, other)).toMatchObject({ status: 200 })
    expect(await list(service.url, other, 'localhost', 'POST')).toMatchObject({ status: 403 })
  })

  it('keeps to DATA: another folder has another key, which the service does not take', async () => {
    const elsewhere = await tokenFor({ DATA: join(await newFolder(), 'made', 'on the way') })
    expect(await list(service.url, elsewhere)).toEqual({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    })
  })

  it.each(['plants:read plants:eat', 'PLANTS:READ', 'plants:read  plants:write', ' '])(
    'refuses a scope that there is not, and says which there are: SCOPE=%j',
    async (SCOPE) => {
      const folder = await newFolder()
      expect(await runToken({ DATA: folder, SCOPE })).toEqual({
        code: 1,
        signal: null,
        stdout: '',
        stderr: `SCOPE="${SCOPE}" is not a valid list of scopes: use one or more of "plants:read plants:write".\n`,
      })
      expect(await readdir(folder)).toEqual([])
    },
  )

  it('agrees on one key, however many come first to a new folder, and the service with them', async () => {
    const folder = join(await newFolder(), 'new')
    const tokens = Promise.all(Array.from({ length: 6 }, () => tokenFor({ DATA: folder })))
    const { url } = await startProcess({ DATA: folder })
    const answers = await Promise.all((await tokens).map((token) => list(url, token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await readdir(folder)).filter((name) => name.startsWith('development-key'))).toEqual([
      'development-key.json',
    ])
  })

  // Processes seldom meet in the moment that matters; these do.
  it('agrees on one key even where all find none at the same moment', async () => {
    const folder = join(await newFolder(), 'new')
    const issuers = await Promise.all(Array.from({ length: 20 }, () => developmentIssuer(folder)))
    const [first] = issuers
    for (const { sign } of issuers) {
      const token = await sign({ subject: 'gardener', scope: 'plants:read' })
      await expect(first?.verify(token, 'localhost')).resolves.toHaveProperty('owner')
    }
    expect(await readdir(folder)).toEqual(['development-key.json'])
  })

  it('keeps its key from other users', async () => {
    const { mode } = await stat(join(data, 'development-key.json'))
    expect((mode & 0o777).toString(8)).toBe('600')
  })
})

describe('a token of make token', () => {
  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:3000'])(
    'is honoured where the Host is this machine: %s',
    async (host) => {
      expect(await list(service.url, tokenBefore, host)).toEqual({ status: 200, challenge: undefined })
    },
  )

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '192.168.1.1',
  ])('is worth nothing under another Host: %s', async (host) => {
    expect(await list(service.url, tokenBefore, host)).toEqual({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    })
  })
})

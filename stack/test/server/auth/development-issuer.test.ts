// The development issuer, the key of the sign-in link, and the command `token`.

import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { mapped } from '../../../contract/model/node.ts'
import { developmentIssuer, developmentKeyFile, developmentOwner } from '../../../server/auth/development-issuer.ts'
import { pageKey } from '../../../server/auth/page-key.ts'
import { printToken } from '../../../server/auth/print-token.ts'
import { product } from '../../product/generated/product.ts'
import { newFolder } from '../../support/folder.ts'
import type { Settings } from '../../support/process.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { rooms } from '../../support/rooms.ts'
import { startService } from '../../support/service.ts'
import { runCommand, startProcess, usedFolder } from '../../support/service-process.ts'

const folder = await newFolder()
const request = { subject: 'gardener', scope: 'rooms:read' }
const issuers = await Promise.all(Array.from({ length: 20 }, () => developmentIssuer(product, folder)))

describe('the development issuer', () => {
  it('creates one key in a new folder, even if many processes start at the same moment', async () => {
    for (const { sign } of issuers)
      await expect(issuers[0]?.verify(await sign(request), 'localhost')).resolves.toHaveProperty('owner')
    expect(await readdir(folder)).toEqual(['development-key.json'])
  })

  it('signs access tokens as in RFC 9068, for eight hours', async () => {
    const token = (await issuers[0]?.sign(request)) ?? ''
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'Ed25519', typ: 'at+jwt' })
    const { iat = 0, ...claims } = decodeJwt(token)
    expect(claims).toEqual({
      iss: 'urn:rooms:development',
      aud: 'urn:rooms:api',
      sub: 'gardener',
      scope: 'rooms:read',
      client_id: 'make token',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      exp: iat + 8 * 3600,
    })
    expect(await issuers[0]?.verify(token, 'localhost')).toHaveProperty('owner', developmentOwner(product, 'gardener'))
  })

  it.each([
    ...['', '{\n"d": secret\n}', 'null', '{ "kty": "secret" }', '{ "kty": "OKP", "crv": "Ed25519", "d": "secret" }'],
  ])('does not replace a key that is not valid, and does not quote it: %j', async (key) => {
    const other = await newFolder()
    await writeFile(developmentKeyFile(other), key)
    await expect(developmentIssuer(product, other)).rejects.toThrow(
      /^development-key\.json in it is not a valid key \(delete it to get a new one\)$/,
    )
  })

  it('hides its key from other users', async () => {
    const { mode } = await stat(join(folder, 'development-key.json'))
    expect((mode & 0o777).toString(8)).toBe('600')
  })
})

it('the service refuses its tokens at another host, also in a whole URL in the request line', async () => {
  await using service = await startService()
  const authorization = `Authorization: Bearer ${await service.token()}`
  const getStatus = async (target: string, host: string) =>
    (await sendRaw(service.url, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', authorization])).status
  expect(await getStatus('/lamps', 'localhost')).toBe(200)
  expect(await getStatus('/lamps', 'evil.example')).toBe(401)
  expect(await getStatus('http://evil.example/lamps', 'localhost')).toBe(401)
  expect(await getStatus('http://localhost/lamps', 'evil.example')).toBe(200)
})

it('a key is valid once, although several processes use it at the same time', async () => {
  const folder = await newFolder()
  const processes = [pageKey(folder), pageKey(folder), pageKey(folder)]
  for (let round = 0; round < 20; round++) {
    const key = (await processes[0]?.current()) ?? ''
    const results = await Promise.all(processes.map((one) => one.use(key)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await processes[0]?.current()).not.toBe(key)
  }
})

const tokenFor = async (settings: Settings) => (await runCommand('token', settings)).stdout.trim()

const DATA = await usedFolder()
const earlyToken = await tokenFor({ DATA })
const { url } = await startProcess({ DATA })

const statusFor = async (token: string, method = 'GET', to = url) =>
  (await fetch(`${to}/lamps`, { method, headers: { Authorization: `Bearer ${token}` } })).status

describe('make token', () => {
  it('prints one line, a token, and nothing else', async () => {
    const { code, stdout, stderr } = await runCommand('token', { DATA })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it('names the caller gardener with every scope, or SUB with SCOPE', async () => {
    const scope = 'rooms:read rooms:write'
    expect(decodeJwt(earlyToken)).toMatchObject({ sub: 'gardener', scope })
    expect(decodeJwt(await tokenFor({ DATA, SUB: '', SCOPE: '' }))).toMatchObject({ sub: 'gardener', scope })
    const other = await tokenFor({ DATA, SUB: 'Zoë "the stairs"', SCOPE: 'rooms:read' })
    expect(decodeJwt(other)).toMatchObject({ sub: 'Zoë "the stairs"', scope: 'rooms:read' })
    expect([await statusFor(other), await statusFor(other, 'POST')]).toEqual([200, 403])
  })

  it('says that no operation needs a token, if the contract has no security', async () => {
    const operations = mapped(rooms.contract.operations, ({ security: _, ...operation }) => operation)
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    await printToken({ ...rooms, contract: { ...rooms.contract, operations } }, {}, [])
    expect(print.mock.calls).toEqual([['No operation of the contract needs a token.']])
    print.mockRestore()
  })

  it('signs with the key in DATA: a service with another folder rejects the token', async () => {
    expect(await statusFor(await tokenFor({ DATA: join(await newFolder(), 'new', 'folder') }))).toBe(401)
  })

  it('exits with 1 after such an error, and creates no key', async () => {
    const folder = await newFolder()
    const ended = await runCommand('token', { DATA: folder, SCOPE: 'x' })
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^SCOPE="x" is not .*\n$/) })
    expect(await readdir(folder)).toEqual([])
  })
})

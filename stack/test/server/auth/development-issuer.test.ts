// The development issuer, the one-time key of the sign-in link, and the command `token`.
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { mapValues } from '../../../contract/model/node.ts'
import { developmentIssuer, developmentKeyFile, developmentOwner } from '../../../server/auth/development-issuer.ts'
import { createLoginTokens } from '../../../server/auth/login-token.ts'
import { printToken } from '../../../server/auth/print-token.ts'
import { product } from '../../product/generated/product.ts'
import { newFolder } from '../../support/folder.ts'
import type { Settings } from '../../support/process.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { rooms } from '../../support/rooms.ts'
import { runCommand } from '../../support/service-process.ts'
import { sharedService } from '../../support/shared-service.ts'

describe('the development issuer', () => {
  it('creates one key, which only its user can read, even if many processes start at the same time', async () => {
    const folder = await newFolder()
    const issuers = await Promise.all(Array.from({ length: 20 }, () => developmentIssuer(product, folder)))
    for (const { sign } of issuers) {
      const principal = issuers[0]?.verify(await sign({ subject: 'gardener', scope: '' }), 'localhost')
      await expect(principal).resolves.toHaveProperty('owner', developmentOwner(product, 'gardener'))
    }
    expect(await readdir(folder)).toEqual(['development-key.json'])
    expect(((await stat(developmentKeyFile(folder))).mode & 0o777).toString(8)).toBe('600')
  })

  it.each(['', '{\n"d": secret\n}', 'null', '{ "kty": "OKP", "crv": "Ed25519", "d": "secret" }'])(
    'does not replace a key that is not valid, and does not quote it: %j',
    async (key) => {
      const folder = await newFolder()
      await writeFile(developmentKeyFile(folder), key)
      await expect(developmentIssuer(product, folder)).rejects.toThrow(
        /^development-key\.json in it is not a valid key \(delete it to get a new one\)$/,
      )
    },
  )
})

it('the key of a sign-in link is valid once, even if several processes use it at the same time', async () => {
  const folder = await newFolder()
  const processes = [createLoginTokens(folder), createLoginTokens(folder), createLoginTokens(folder)]
  for (let round = 0; round < 20; round++) {
    const key = (await processes[0]?.current()) ?? ''
    const results = await Promise.all(processes.map((process) => process.use(key)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await processes[0]?.current()).not.toBe(key)
  }
})

const service = await sharedService()
const DATA = service.folder
const tokenFor = async (settings: Settings) => (await runCommand('token', settings)).stdout.trim()

async function statusFor(token: string, { method = 'GET', target = '/lamps', host = 'localhost' } = {}) {
  const headers = [`Host: ${host}`, 'Connection: close', `Authorization: Bearer ${token}`]
  return (await sendRaw(service.url, [`${method} ${target} HTTP/1.1`, ...headers])).status
}

it.each([
  { target: '/lamps', host: 'localhost', status: 200 },
  { target: '/lamps', host: 'evil.example', status: 401 },
  { target: 'http://evil.example/lamps', host: 'localhost', status: 401 },
  { target: 'http://localhost/lamps', host: 'evil.example', status: 200 },
])('the service returns $status to its tokens for $target at $host', async ({ status, ...request }) => {
  expect(await statusFor(await service.token(), request)).toBe(status)
})

describe('make token', () => {
  it('prints one line: an access token (RFC 9068) of the subject gardener with every scope, valid for eight hours', async () => {
    const { code, stdout, stderr } = await runCommand('token', { DATA, SUB: '', SCOPE: '' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    expect(decodeProtectedHeader(stdout)).toEqual({ alg: 'Ed25519', typ: 'at+jwt' })
    const { iat = 0, ...claims } = decodeJwt(stdout.trim())
    expect(claims).toEqual({
      iss: 'urn:rooms:development',
      aud: 'urn:rooms:api',
      sub: 'gardener',
      scope: 'rooms:read rooms:write',
      client_id: 'make token',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      exp: iat + 8 * 3600,
    })
  })

  it('signs a token of the subject SUB with the scopes in SCOPE', async () => {
    const token = await tokenFor({ DATA, SUB: 'Zoë "the stairs"', SCOPE: 'rooms:read' })
    expect(decodeJwt(token)).toMatchObject({ sub: 'Zoë "the stairs"', scope: 'rooms:read' })
    expect([await statusFor(token), await statusFor(token, { method: 'POST' })]).toEqual([200, 403])
  })

  it('says that no operation needs a token, if the contract has no security', async () => {
    const operations = mapValues(rooms.contract.operations, ({ security: _, ...operation }) => operation)
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    await printToken({ ...rooms, contract: { ...rooms.contract, operations } }, {}, [])
    expect(print.mock.calls).toEqual([['No operation of the contract needs a token.']])
    print.mockRestore()
  })

  it('signs with the key in DATA: a service with another folder rejects the token', async () => {
    const token = await tokenFor({ DATA: join(await newFolder(), 'new', 'folder') })
    expect([decodeJwt(token).sub, await statusFor(token)]).toEqual(['gardener', 401])
  })

  it('exits with status 1 if SCOPE is invalid, and creates no key', async () => {
    const folder = await newFolder()
    const ended = await runCommand('token', { DATA: folder, SCOPE: 'x' })
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^SCOPE="x" is not .*\n$/) })
    expect(await readdir(folder)).toEqual([])
  })
})

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { readTokenSettings } from '../../../server/configuration/read-configuration.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { runToken, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

afterAll(cleanUp)

const DATA = await usedFolder()
const earlyToken = await tokenFor({ DATA })
const { url } = await startProcess({ DATA })

const statusFor = async (token: string, method = 'GET', to = url) =>
  (await fetch(`${to}/plants`, { method, headers: { Authorization: `Bearer ${token}` } })).status

describe('make token', () => {
  it('prints one line, a token, and nothing else', async () => {
    const { code, stdout, stderr } = await runToken({ DATA })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })

  it('works before the first start of the service and while the service runs', async () => {
    expect(await statusFor(earlyToken)).toBe(200)
    expect(await statusFor(await tokenFor({ DATA }))).toBe(200)
  })

  it('prints a token that is valid on this machine only', async () => {
    const head = ['GET /plants HTTP/1.1', 'Host: evil.example', 'Connection: close']
    expect((await sendRaw(url, [...head, `Authorization: Bearer ${earlyToken}`])).status).toBe(401)
  })

  it('names the caller gardener with every scope, or SUB with SCOPE', async () => {
    const scope = 'plants:read plants:write'
    expect(decodeJwt(earlyToken)).toMatchObject({ sub: 'gardener', scope })
    expect(decodeJwt(await tokenFor({ DATA, SUB: '', SCOPE: '' }))).toMatchObject({ sub: 'gardener', scope })
    const other = await tokenFor({ DATA, SUB: 'Zoë "the fern"', SCOPE: 'plants:read' })
    expect(decodeJwt(other)).toMatchObject({ sub: 'Zoë "the fern"', scope: 'plants:read' })
    expect([await statusFor(other), await statusFor(other, 'POST')]).toEqual([200, 403])
  })

  it('signs with the key in DATA: a service with another folder rejects the token', async () => {
    expect(await statusFor(await tokenFor({ DATA: join(await newFolder(), 'new', 'folder') }))).toBe(401)
  })

  it.each([...['plants:read plants:eat', 'PLANTS:READ', 'plants:read  plants:write', ' ']])(
    'rejects SCOPE=%j and names the valid scopes',
    (SCOPE) => {
      const valid = 'use one or more of "plants:read plants:write".'
      const message = `SCOPE="${SCOPE}" is not a valid list of scopes: ${valid}`
      expect(() => readTokenSettings({ SCOPE })).toThrow(new StartUpError(message))
    },
  )

  it('exits with 1 after such an error, and creates no key', async () => {
    const folder = await newFolder()
    const ended = await runToken({ DATA: folder, SCOPE: 'x' })
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^SCOPE="x" is not .*\n$/) })
    expect(await readdir(folder)).toEqual([])
  })

  it('uses the same key as the service, even if both start first on a new folder', async () => {
    const folder = join(await newFolder(), 'new')
    const tokens = Promise.all(Array.from({ length: 6 }, () => tokenFor({ DATA: folder })))
    const service = await startProcess({ DATA: folder })
    for (const token of await tokens) expect(await statusFor(token, 'GET', service.url)).toBe(200)
    expect((await readdir(folder)).filter((name) => name.includes('key'))).toEqual(['development-key.json'])
  })
})

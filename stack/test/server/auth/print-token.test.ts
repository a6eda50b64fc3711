import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { defineContract } from '../../../core/contract/contract.ts'
import { printToken } from '../../../server/auth/print-token.ts'
import { newFolder } from '../../support/folder.ts'
import { rooms } from '../../support/rooms.ts'
import { runCommand, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

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
    const operations = rooms.data.operations.map(({ security: _, ...operation }) => operation)
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    await printToken({ ...rooms, contract: defineContract({ ...rooms.data, operations }) }, {}, [])
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

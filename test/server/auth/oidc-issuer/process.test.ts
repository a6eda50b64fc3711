// The service as an operator has it, set up as docs/deployment.md says, with a real provider.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { developmentIssuer } from '../../../../server/auth/development-issuer.ts'
import { cleanUp, newFolder } from '../../../support/folder.ts'
import { freePort } from '../../../support/free-port.ts'
import { startProvider } from '../../../support/identity-provider.ts'
import type { Settings } from '../../../support/process.ts'
import { expectInvalid, expectUnavailable, within } from '../../../support/protected-service.ts'
import { logOf, type ServiceProcess, startProcess } from '../../../support/service-process.ts'

afterAll(cleanUp)

const signal = () => AbortSignal.timeout(10_000)

/** The blocks of code of the section on identity providers, in order. */
async function blocks(): Promise<{ settings: string; tokenRequest: string; token: string; call: string }> {
  const page = await readFile('docs/deployment.md', 'utf8')
  const section = page.split(/^## /m).find((text) => text.startsWith('Tokens of an identity provider')) ?? ''
  const [settings = '', tokenRequest = '', token = '', call = ''] = [
    ...section.matchAll(/^ *```(?:sh|json)\n([\s\S]*?)^ *```$/gm),
  ].map(([, code = '']) => code)
  return { settings, tokenRequest, token, call }
}

interface Running {
  service: ServiceProcess
  folder: string
  ops: (path: string) => Promise<Response>
  list: (token: string, host?: string) => Promise<Response>
  create: (token: string) => Promise<Response>
}

async function run(settings: Settings): Promise<Running> {
  const folder = await newFolder()
  const service = await startProcess({ ...settings, DATA: folder, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'info' })
  // An address that stands for all of them is none to call.
  const url = service.url.replace('0.0.0.0', '127.0.0.1')
  const opsUrl = service.opsUrl.replace('0.0.0.0', '127.0.0.1')
  const ask = (address: string, token: string, init: RequestInit = {}) =>
    fetch(`${address}/plants`, {
      ...init,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      signal: signal(),
    })
  return {
    service,
    folder,
    ops: (path) => fetch(opsUrl + path, { signal: signal() }),
    list: (token, host = '127.0.0.1') => ask(url.replace('127.0.0.1', host), token),
    create: (token) => ask(url, token, { method: 'POST', body: JSON.stringify({ name: 'Fern' }) }),
  }
}

describe('the set-up in docs/deployment.md', () => {
  it('works, step by step, and opens the service to others', async () => {
    await using provider = await startProvider()
    const { settings, tokenRequest, token: example, call } = await blocks()
    const written = Object.fromEntries(
      [...settings.matchAll(/^ *([A-Z_]+)=(\S+)$/gm)].map(([, name, text]) => [name, text]),
    )
    expect(Object.keys(written)).toEqual(['HOST', 'PORT', 'OPS_PORT', 'AUTH_ISSUER', 'AUTH_AUDIENCE'])
    const { HOST, AUTH_ISSUER, AUTH_AUDIENCE } = written
    const { service, ops, list, create, folder } = await run({ HOST, AUTH_ISSUER: provider.issuer, AUTH_AUDIENCE })

    await within(10, async () => (await ops('/ready')).status, 200)

    const [, tokenEndpoint = '', user = ''] = /curl -s (\S+) -u '(\S+)'/.exec(tokenRequest) ?? []
    const body = [...tokenRequest.matchAll(/-d (?:'([^']+)'|(\S+))/g)].map(([, quoted, bare]) => quoted ?? bare)
    const answer = await fetch(tokenEndpoint.replace(AUTH_ISSUER, provider.issuer), {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(user)}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.join('&'),
      signal: signal(),
    })
    expect(answer.status).toBe(200)
    const { access_token: token } = await answer.json()

    const { header, payload } = JSON.parse(example)
    expect(decodeProtectedHeader(token)).toEqual(header)
    const { iat, exp = 0, jti, ...claims } = decodeJwt(token)
    const { iat: _iat, exp: _exp, jti: _jti, ...exampleClaims } = payload
    expect({ ...claims, iss: AUTH_ISSUER }).toEqual(exampleClaims)
    expect([exp - (iat ?? 0), typeof jti]).toEqual([payload.exp - payload.iat, 'string'])

    expect(call).toContain("-H 'Authorization: Bearer TOKEN'")
    expect((await create(token)).status).toBe(201)
    expect(await (await list(token)).json()).toMatchObject([{ name: 'Fern' }])
    // It listens on every address, not on the usual one alone.
    expect((await list(token, '127.0.0.2')).status).toBe(200)
    expect((await create(await provider.clientToken({ scope: 'plants:read' }))).status).toBe(403)

    // There are no tokens of its own now, wherever their key comes from.
    expect(existsSync(join(folder, 'development-key.json'))).toBe(false)
    const development = await developmentIssuer(folder)
    await expectInvalid(await list(await development.sign({ subject: 'gardener', scope: 'plants:read' })))

    const ended = await service.end()
    expect(ended.code).toBe(0)
    expect(ended.stderr).not.toContain(token)
    expect(logOf(service).filter(({ level }) => Number(level) > 30)).toEqual([])
  })
})

describe('an issuer that is not there at the start', () => {
  it('makes the service start, not ready, and heal by itself', { timeout: 40_000 }, async () => {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    const { service, ops, list } = await run({ AUTH_ISSUER: issuer, AUTH_AUDIENCE: 'https://plants.example.com' })
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const plausible = `${part({ alg: 'RS256', typ: 'at+jwt', kid: 'any' })}.${part({ sub: 'any' })}.AAAA`

    expect((await ops('/live')).status).toBe(200)
    expect((await ops('/ready')).status).toBe(503)
    for (let call = 0; call < 3; call += 1) await expectUnavailable(await list(plausible))

    await using provider = await startProvider(port)
    await within(10, async () => (await ops('/ready')).status, 200)
    expect((await list(await provider.clientToken())).status).toBe(200)
    await expectInvalid(await list(plausible))

    expect(await service.end()).toMatchObject({ code: 0 })
    const warnings = logOf(service).filter(({ level }) => level === 40)
    expect(warnings).toEqual([
      {
        level: 40,
        time: expect.any(String),
        reason: expect.stringMatching(/^the issuer cannot be discovered: .*ECONNREFUSED/),
        msg: 'tokens cannot be verified; requests get 503',
      },
    ])
  })

  it('is named in the log where it calls itself something else', async () => {
    await using provider = await startProvider()
    const issuer = `${provider.issuer}/`
    const { service, ops } = await run({ AUTH_ISSUER: issuer, AUTH_AUDIENCE: 'https://plants.example.com' })
    expect((await ops('/ready')).status).toBe(503)
    await service.end()
    expect(logOf(service).map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining(`names the issuer ${provider.issuer}, not ${issuer}`),
    )
  })
})

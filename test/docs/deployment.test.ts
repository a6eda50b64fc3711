// docs/deployment.md: its tables, and the service as a process, configured as the page says, with a real provider.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, it } from 'vitest'
import { contract } from '../../generated/index.ts'
import { settings } from '../../stack/server/configuration/settings.ts'
import { newFolder } from '../../stack/test/support/folder.ts'
import { startProvider } from '../../stack/test/support/identity-provider.ts'
import { getLog, startProcess } from '../support/service-process.ts'

const page = await readFile('docs/deployment.md', 'utf8')
const section = page.split(/^## /m).find((text) => text.startsWith('Tokens of an identity provider')) ?? ''
const blocks = [...section.matchAll(/^ *```(?:sh|json)\n([\s\S]*?)^ *```$/gm)].map(([, code = '']) => code)

it('docs/deployment.md has each setting with its default and its meaning, and the limits of a request', () => {
  const rows = Object.entries(settings).map(
    ([name, { default: value, meaning }]) => `| \`${name}\` | ${value && `\`${value}\` `}| ${meaning} |`,
  )
  expect(page).toContain(`|---|---|---|\n${rows.join('\n')}\n\n`)
  const { bodyBytes, headBytes, targetBytes } = contract.limits
  const limits = { body: [bodyBytes, 413], head: [headBytes, 431], target: [targetBytes, 414] }
  for (const [part, [bytes, status]] of Object.entries(limits))
    expect(page).toContain(`| ${part} of a request | ${bytes?.toLocaleString('en')} bytes | ${status} |\n`)
})

it('the steps in docs/deployment.md open the service to other machines, for tokens of a provider', async () => {
  const [environment = '', tokenRequest = '', exampleToken = '', call = ''] = blocks
  const lines = [...environment.matchAll(/^ *([A-Z_]+)=(\S+)$/gm)]
  const documented = Object.fromEntries(lines.map(([, name, text]) => [name, text]))
  expect(Object.keys(documented)).toEqual(['HOST', 'PORT', 'OPS_PORT', 'AUTH_ISSUER', 'AUTH_AUDIENCE', 'NEW_DATA'])
  const { HOST, AUTH_ISSUER, AUTH_AUDIENCE, NEW_DATA } = documented
  const scope = contract.scopes.join(' ')
  await using provider = await startProvider({ scope, audience: AUTH_AUDIENCE ?? '', robot: 'watering-robot' })
  const DATA = await newFolder()
  const env = { HOST, AUTH_ISSUER: provider.issuer, AUTH_AUDIENCE, NEW_DATA, DATA, OPS_PORT: '0', LOG_LEVEL: 'info' }
  const service = await startProcess(env)
  await expect.poll(async () => (await fetch(`${service.opsUrl}/ready`)).status).toBe(200)

  const [, tokenEndpoint = '', user = ''] = /curl -s (\S+) -u '(\S+)'/.exec(tokenRequest) ?? []
  const body = [...tokenRequest.matchAll(/-d (?:'([^']+)'|(\S+))/g)].map(([, quoted, bare]) => quoted ?? bare)
  const response = await fetch(tokenEndpoint.replace(AUTH_ISSUER, provider.issuer), {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(user)}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: body.join('&'),
  })
  expect(response.status).toBe(200)
  const { access_token: token } = await response.json()

  const { header, payload } = JSON.parse(exampleToken)
  expect(decodeProtectedHeader(token)).toEqual(header)
  const { iat = 0, exp = 0, jti, ...claims } = decodeJwt(token)
  const { iat: _iat, exp: _exp, jti: _jti, ...exampleClaims } = payload
  expect({ ...claims, iss: AUTH_ISSUER }).toEqual(exampleClaims)
  expect([exp - iat, typeof jti]).toEqual([payload.exp - payload.iat, 'string'])

  expect(call).toContain("-H 'Authorization: Bearer TOKEN'")
  // HOST=0.0.0.0 also listens on other addresses.
  const url = service.url.replace(/0\.0\.0\.0|127\.0\.0\.1/, '127.0.0.2')
  const headers = { Authorization: `Bearer ${token}` }
  expect(await (await fetch(`${url}/plants`, { headers })).json()).toEqual([])
  expect(existsSync(join(DATA, 'development-key.json'))).toBe(false)
  const ended = await service.end()
  expect(ended.code).toBe(0)
  expect(ended.stderr).not.toContain(token)
  expect(getLog(service).filter(({ level }) => Number(level) > 30)).toEqual([])
})

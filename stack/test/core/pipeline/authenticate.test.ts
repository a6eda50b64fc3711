import { describe, expect, it } from 'vitest'
import type { CredentialData } from '../../../core/contract/contract.ts'
import { authenticate, InvalidToken, KeysUnavailable } from '../../../core/pipeline/authenticate.ts'
import { toSecurity } from '../../../generate/contract-operations.ts'
import { expectProblem } from '../../support/problem.ts'
import { startService } from '../../support/service.ts'

const key = (scopes: string[] = []): CredentialData => ({ scheme: 'key', in: 'header', name: 'X-Key', scopes })
const token = (scopes: string[] = []): CredentialData => ({ scheme: 'token', in: 'bearer', scopes })

/** Verifies a token that is the name of its principal. The principal has the scope `read`. */
async function verify(subject: string) {
  if (subject === 'down') throw new KeysUnavailable('down')
  if (subject.startsWith('x')) throw new InvalidToken()
  return { owner: subject, scopes: new Set(['read']) }
}

async function authenticateWith(alternatives: CredentialData[][], headers: Record<string, string>) {
  const security = toSecurity(alternatives)
  const verification = { verify, verifiers: {}, realm: 'r', cookieOrigins: [] }
  const emptyRequest = { id: '', method: 'GET', target: '/', repeatedHeaders: [], responseHeaders: {}, body: undefined }
  const principal = authenticate({ ...emptyRequest, headers }, { host: '', query: '' }, security, verification)
  return principal.then(
    ({ owner }) => owner || 'anonymous',
    (problem) => (JSON.stringify(problem.headers)?.includes('invalid_token') ? 'invalid-token' : problem.kind),
  )
}

describe('the alternatives of an operation', () => {
  it.each<[string, CredentialData[][], Record<string, string>]>([
    ['bob', [[key(['write'])], [token()]], { 'x-key': 'ann', authorization: 'Bearer bob' }],
    ['bob', [[key()], [token()]], { 'x-key': 'down', authorization: 'Bearer bob' }],
    ['insufficient-scope', [[key(), token(['write'])]], { 'x-key': 'ann', authorization: 'Bearer bob' }],
    ['insufficient-scope', [[key()], [token(['write'])]], { 'x-key': 'x', authorization: 'Bearer bob' }],
    ['unavailable', [[key()], [token(['write'])]], { 'x-key': 'down', authorization: 'Bearer bob' }],
    ['anonymous', [[key()], []], { authorization: 'Bearer bob' }],
    ['insufficient-scope', [[key(['write'])], []], { 'x-key': 'ann' }],
    ['unauthorized', [[key(), token()], []], { 'x-key': 'ann' }],
  ])('lead to %s with %j and the headers %j', async (result, alternatives, headers) => {
    expect(await authenticateWith(alternatives, headers)).toBe(result)
  })
})

describe('authentication', () => {
  it('returns 503 with Retry-After, and no challenge, if the keys of the issuer are not available', async () => {
    await using service = await startService({ verify: () => Promise.reject(new KeysUnavailable('down')) })
    const response = await service.request('/lamps')
    await expectProblem(response, 'unavailable')
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(response.headers.get('WWW-Authenticate')).toBeNull()
    expect(service.internalErrors).toEqual([])
  })

  // express-openapi-validator 5.6.2 turns any error of its security handlers into 401.
  it('returns 500 for any other error of the verifier', async () => {
    await using service = await startService({ verify: () => Promise.reject(new TypeError('a defect')) })
    const response = await service.request('/lamps')
    await expectProblem(response, 'internal-error')
    expect(response.headers.get('WWW-Authenticate')).toBeNull()
    expect(service.internalErrors).toEqual(['a defect'])
  })
})

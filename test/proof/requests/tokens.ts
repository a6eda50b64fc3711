// Who asks: each lane of requests has callers of its own, so that lanes do not see what others write.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import {
  type DevelopmentIssuer,
  developmentIssuer,
  developmentKeyFile,
} from '../../../server/auth/development-issuer.ts'
import { operations } from '../contract.ts'
import type { Facts } from './draft.ts'

const scopes = [...new Set(operations.flatMap(({ scopes }) => scopes))]

/**
 * Tokens, by the names that drafts give them, of a caller that nobody else is, for a service whose data are in `folder`.
 * @param foreign The issuer of another service.
 */
export async function tokensOf(folder: string, foreign: DevelopmentIssuer): Promise<Facts> {
  const issuer = await developmentIssuer(folder)
  const subject = randomUUID()
  const token = await issuer.sign({ subject, scope: scopes.join(' ') })
  const single = scopes.map(async (scope) => [`${scope.replace(':', '_')}Token`, await issuer.sign({ subject, scope })])
  return {
    token,
    neighbourToken: await issuer.sign({ subject: `${subject}-neighbour`, scope: scopes.join(' ') }),
    otherToken: await foreign.sign({ subject, scope: scopes.join(' ') }),
    expiredToken: await expired(token, folder),
    noScopeToken: await issuer.sign({ subject, scope: '' }),
    ...Object.fromEntries(await Promise.all(single)),
  }
}

// The same token, an hour after its end.
async function expired(token: string, folder: string): Promise<string> {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const { alg = '', typ = '' } = decodeProtectedHeader(token)
  const key = await importJWK(JSON.parse(await readFile(developmentKeyFile(folder), 'utf8')), alg)
  return new SignJWT({ ...decodeJwt(token), iat: hourAgo - 60, exp: hourAgo })
    .setProtectedHeader({ alg, typ })
    .sign(key)
}

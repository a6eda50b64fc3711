// Tokens for the contract tester: valid and invalid ones, for a new caller each time.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import type { Product } from '../../core/contract/contract.ts'
import { developmentIssuer, developmentKeyFile } from '../../server/auth/development-issuer.ts'
import type { TestedContract } from '../../tester/contract/tested-contract.ts'
import type { Placeholders } from '../../tester/requests/template.ts'
import { newFolder } from './folder.ts'

/** Creates a caller; returns its tokens by the names of their placeholders. */
export type NewCaller = () => Promise<Placeholders>

/** @param folder Data folder of the service. */
export async function tokenSetFactory(
  folder: string,
  { product, scopes }: { product: Product } & Pick<TestedContract, 'scopes'>,
): Promise<NewCaller> {
  const scope = scopes.all.join(' ')
  const issuer = await developmentIssuer(product, folder)
  const otherIssuer = await developmentIssuer(product, await newFolder('other-issuer-'))
  return async () => {
    const subject = randomUUID()
    const token = await issuer.sign({ subject, scope })
    return {
      token,
      otherCallerToken: await issuer.sign({ subject: `${subject}-neighbour`, scope }),
      otherToken: await otherIssuer.sign({ subject, scope }),
      expiredToken: await expireToken(token, folder),
      noScopeToken: await issuer.sign({ subject, scope: '' }),
      readToken: await issuer.sign({ subject, scope: scopes.read.join(' ') }),
      writeToken: await issuer.sign({ subject, scope: scopes.write.join(' ') }),
    }
  }
}

/** Returns a token with the same claims that expired an hour ago. */
export async function expireToken(token: string, folder: string): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) - 3600
  const { alg = '', typ = '' } = decodeProtectedHeader(token)
  const key = await importJWK(JSON.parse(await readFile(developmentKeyFile(folder), 'utf8')), alg)
  return new SignJWT({ ...decodeJwt(token), iat: exp - 60, exp }).setProtectedHeader({ alg, typ }).sign(key)
}

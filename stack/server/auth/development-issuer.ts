// Tokens without an identity provider: the service signs its own with a key in its data folder. They are for development
// on one machine, so they are accepted on loopback only.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Product } from '../../core/contract/contract.ts'
import { InvalidToken } from '../../core/pipeline/authenticate.ts'
import { getOwner } from '../../core/principal.ts'
import { isLoopbackHost } from '../loopback.ts'
import { readSecret } from './secret-file.ts'
import { createAccessTokenVerifier } from './tokens.ts'

const algorithm = 'Ed25519'

const getIssuer = ({ name }: Pick<Product, 'name'>) => `urn:${name}:development`

/** Returns the issuer whose key is in `dataFolder`. Creates the key if it does not exist. */
export async function developmentIssuer(
  product: Pick<Product, 'name'>,
  dataFolder: string,
  { clockToleranceSeconds = 0, tokenCacheMegabytes = 1 } = {},
) {
  const issuer = getIssuer(product)
  const audience = `urn:${product.name}:api`
  // A session is not an access token: it has a different type and a different audience.
  const session = { issuer, audience: `urn:${product.name}:pages`, typ: 'session+jwt', algorithms: [algorithm] }
  const jwkJson = await readSecret(developmentKeyFile(dataFolder), async () => {
    const created = await generateKeyPair(algorithm, { extractable: true })
    return JSON.stringify(await exportJWK(created.privateKey))
  })
  const { privateKey, publicJwk } = await importKey(jwkJson)
  const keys = [{ get: createLocalJWKSet({ keys: [publicJwk] }) }]
  const algorithms = [algorithm]
  const verify = createAccessTokenVerifier(
    { issuer, audience, algorithms, tokenType: 'at+jwt', scopeClaim: 'scope', clockToleranceSeconds },
    tokenCacheMegabytes,
  )
  const newToken = (typ: string, claims: JWTPayload, lifetime: string) =>
    new SignJWT({ iss: issuer, ...claims })
      .setProtectedHeader({ alg: algorithm, typ })
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(privateKey)
  return {
    /** Signs an access token. @param scope Scopes separated by spaces, as in the claim. */
    sign({ subject, scope }: { subject: string; scope: string }) {
      const claims = { scope, client_id: 'make token', aud: audience, sub: subject, jti: randomUUID() }
      return newToken('at+jwt', claims, '8h')
    },
    /** Signs a session, with which a page gets access tokens (token-verifier.ts). It is valid for 30 days. */
    signSession: () => newToken(session.typ, { aud: session.audience }, '30d'),
    isSession: (token: string) =>
      jwtVerify(token, publicJwk, session).then(
        () => true,
        () => false,
      ),
    // A page on another host name that resolves to loopback must not be able to use tokens (DNS rebinding).
    verify(token: string, host: string) {
      if (!isLoopbackHost(host)) throw new InvalidToken()
      return verify(token, () => keys)
    },
    isReady: async () => true,
  }
}

export function developmentOwner(product: Pick<Product, 'name'>, subject: string): string {
  return getOwner(getIssuer(product), subject)
}

export function developmentKeyFile(dataFolder: string): string {
  return join(dataFolder, 'development-key.json')
}

async function importKey(json: string) {
  try {
    const jwk: JWK = JSON.parse(json)
    const { d: _private, ...publicJwk } = jwk
    return { privateKey: await importJWK(jwk, algorithm), publicJwk }
  } catch {
    // Without its cause: the message of JSON.parse would quote a part of a private key.
    throw new Error('development-key.json in it is not a valid key (delete it to get a new one)')
  }
}

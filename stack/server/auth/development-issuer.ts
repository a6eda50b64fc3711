// Tokens without an identity provider: the server signs its own with a key beside its data. They are for development on
// one machine, so they are accepted on loopback only.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { getOwner } from '../../core/caller.ts'
import type { Product } from '../../core/contract/contract-data.ts'
import { InvalidToken } from '../../core/pipeline/authenticate.ts'
import { isLoopbackHost } from '../loopback.ts'
import { readSecret } from './secret-file.ts'
import { verifiedTokens } from './verified-tokens.ts'
import type { TokenVerifier } from './verify-access-token.ts'

const algorithm = 'Ed25519'
const lifetimeSeconds = 8 * 60 * 60

export interface TokenRequest {
  subject: string
  /** Separated by spaces, as in the claim. */
  scope: string
}

export interface DevelopmentIssuer extends TokenVerifier {
  sign: (request: TokenRequest) => Promise<string>
  /** Signs a session: a page that has one gets access tokens (token-verifier.ts). It is valid for 30 days. */
  signSession: () => Promise<string>
  isSession: (text: string) => Promise<boolean>
}

const getIssuer = ({ name }: Pick<Product, 'name'>) => `urn:${name}:development`

/** Returns the issuer whose key is in `dataFolder`. Creates the key if it does not exist. */
export async function developmentIssuer(
  product: Pick<Product, 'name'>,
  dataFolder: string,
  { clockToleranceSeconds = 0, tokenCacheMegabytes = 1 } = {},
): Promise<DevelopmentIssuer> {
  const issuer = getIssuer(product)
  const audience = `urn:${product.name}:api`
  // No access token: it has another type and another audience.
  const session = { issuer, audience: `urn:${product.name}:pages`, typ: 'session+jwt', algorithms: [algorithm] }
  const { privateKey, publicJwk } = await keyIn(dataFolder)
  const keys = [{ get: createLocalJWKSet({ keys: [publicJwk] }) }]
  const algorithms = [algorithm]
  const verify = verifiedTokens(
    { issuer, audience, algorithms, tokenType: 'at+jwt', scopeClaim: 'scope', clockToleranceSeconds },
    tokenCacheMegabytes,
  )
  return {
    sign: ({ subject, scope }) =>
      new SignJWT({ scope, client_id: 'make token' })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(privateKey),
    signSession: () =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: session.typ })
        .setIssuer(issuer)
        .setAudience(session.audience)
        .setIssuedAt()
        .setExpirationTime('30d')
        .sign(privateKey),
    isSession: (text) =>
      jwtVerify(text, publicJwk, session).then(
        () => true,
        () => false,
      ),
    // A page on another host name that resolves to loopback must not be able to use them (DNS rebinding).
    verify: (token, host) => {
      if (!isLoopbackHost(host)) throw new InvalidToken()
      return verify(token, async () => keys)
    },
    isReady: async () => true,
  }
}

interface Key {
  privateKey: CryptoKey | Uint8Array
  publicJwk: JWK
}

/** The owner of the items that a development token for `subject` creates. */
export function developmentOwner(product: Pick<Product, 'name'>, subject: string): string {
  return getOwner(getIssuer(product), subject)
}

/** Returns the path of the key in a data folder. */
export function developmentKeyFile(dataFolder: string): string {
  return join(dataFolder, 'development-key.json')
}

async function keyIn(dataFolder: string): Promise<Key> {
  return getKey(await readSecret(developmentKeyFile(dataFolder), newKey))
}

async function newKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}

async function getKey(text: string): Promise<Key> {
  try {
    const jwk: JWK = JSON.parse(text)
    const { d: _private, ...publicJwk } = jwk
    return { privateKey: await importJWK(jwk, algorithm), publicJwk }
  } catch {
    // Without its cause: the message of JSON.parse would quote a part of a private key.
    throw new Error('development-key.json in it is not a valid key (delete it to get a new one)')
  }
}

// Tokens without an identity provider: the server signs its own with a key beside its data. They are for development on
// one machine, so they are accepted on loopback only.
import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { ownerOf } from '../core/caller.ts'
import { InvalidToken } from '../core/pipeline/authenticate.ts'
import { isLoopbackHost } from '../loopback.ts'
import { verifiedTokens } from './verified-tokens.ts'
import type { TokenVerifier } from './verify-access-token.ts'

const algorithm = 'Ed25519'
const issuer = 'urn:plant-collection:development'
const audience = 'urn:plant-collection:api'
const lifetimeSeconds = 8 * 60 * 60

export interface TokenRequest {
  subject: string
  /** Separated by spaces, as in the claim. */
  scope: string
}

export interface DevelopmentIssuer extends TokenVerifier {
  sign: (request: TokenRequest) => Promise<string>
}

/** Returns the issuer whose key is in `dataFolder`. Creates the key if it does not exist. */
export async function developmentIssuer(dataFolder: string, clockToleranceSeconds = 0): Promise<DevelopmentIssuer> {
  const { privateKey, publicJwk } = await keyIn(dataFolder)
  const keys = [{ get: createLocalJWKSet({ keys: [publicJwk] }) }]
  const verify = verifiedTokens({
    issuer,
    audience,
    algorithms: [algorithm],
    tokenType: 'at+jwt',
    scopeClaim: 'scope',
    clockToleranceSeconds,
  })
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

/** The owner of the plants that a development token for `subject` creates. */
export function developmentOwner(subject: string): string {
  return ownerOf(issuer, subject)
}

/** Returns the path of the key in a data folder. */
export function developmentKeyFile(dataFolder: string): string {
  return join(dataFolder, 'development-key.json')
}

async function keyIn(dataFolder: string): Promise<Key> {
  const file = developmentKeyFile(dataFolder)
  const read = async (): Promise<Key> => keyOf(await readFile(file, 'utf8'))
  return read().catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await createKey(file)
    return read()
  })
}

async function keyOf(text: string): Promise<Key> {
  try {
    const jwk: JWK = JSON.parse(text)
    const { d: _private, ...publicJwk } = jwk
    return { privateKey: await importJWK(jwk, algorithm), publicJwk }
  } catch {
    // Without its cause: the message of JSON.parse would quote a part of a private key.
    throw new Error('development-key.json in it is not a valid key (delete it to get a new one)')
  }
}

// `make start` and `make token` may run at the same time. Creating a link is atomic: only one of them succeeds.
async function createKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const draft = `${file}.${randomUUID()}`
  try {
    // Flushed first, so that the file is complete even after a power failure.
    await writeFile(draft, `${JSON.stringify(await exportJWK(privateKey))}\n`, { mode: 0o600, flush: true })
    await link(draft, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
}

// Tokens without an identity provider: the server signs its own with a key beside its data. Good for one's own machine
// only, so these tokens are honoured on loopback alone.
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { ownerOf } from './caller.ts'
import { isLoopbackHost } from './loopback.ts'
import { InvalidToken, type Issuer, type TokenJudge, verifyToken } from './token.ts'

const algorithm = 'Ed25519'
const issuer = 'urn:plant-collection:development'
const audience = 'urn:plant-collection:api'
const lifetimeSeconds = 8 * 60 * 60

export interface TokenRequest {
  subject: string
  /** Separated by spaces, as in the claim. */
  scope: string
}

export interface DevelopmentIssuer extends TokenJudge {
  sign: (request: TokenRequest) => Promise<string>
}

/** The owner of the plants that a development token for `subject` creates. */
export function developmentOwner(subject: string): string {
  return ownerOf(issuer, subject)
}

/** The issuer whose key lives in `dataFolder`; the folder and the key are made if they are not there. */
export async function developmentIssuer(dataFolder: string): Promise<DevelopmentIssuer> {
  const { privateKey, publicJwk } = await keyIn(dataFolder)
  const trusted: Issuer = {
    issuer,
    audience,
    algorithms: [algorithm],
    keys: createLocalJWKSet({ keys: [publicJwk] }),
    tokenType: 'at+jwt',
    scopeClaim: 'scope',
  }
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
    // A page on another host name that resolves to loopback must not be able to spend these (DNS rebinding).
    verify: (token, host) => {
      if (host === undefined || !isLoopbackHost(host)) throw new InvalidToken(false)
      return verifyToken(token, trusted)
    },
    isReady: async () => true,
  }
}

interface Key {
  privateKey: CryptoKey | Uint8Array
  publicJwk: JWK
}

/** Where the key of a data folder is, once there is one. */
export function developmentKeyFile(dataFolder: string): string {
  return join(dataFolder, 'development-key.json')
}

async function keyIn(dataFolder: string): Promise<Key> {
  const file = developmentKeyFile(dataFolder)
  const read = async (): Promise<Key> => keyOf(await readFile(file, 'utf8'))
  return read().catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dataFolder, { recursive: true })
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
    // Without its cause: the words of JSON.parse would quote what may be half a private key.
    throw new Error('development-key.json in it is no key (delete it to get a new one)')
  }
}

// `make start` and `make token` may both come first: a link is made whole or not at all, and by one of them only.
async function createKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(await exportJWK(privateKey))}\n`, { mode: 0o600 })
  await link(draft, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
}

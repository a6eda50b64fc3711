// A minimal OpenID Connect issuer. Unlike a real provider (identity-provider.ts), it signs any token that a test needs,
// and fails on demand.
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type IdentityProviderParts, identityProviderVerifier } from '../../server/auth/identity-provider.ts'
import { listen } from '../../server/sockets/http-server.ts'
import { allScopes, audience } from './identity-provider.ts'

/** Responds in place of the issuer. */
export type Responder = (res: ServerResponse) => void

export function respondWith(body: unknown): Responder {
  return (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

export const faults = {
  internalError: (res) => res.writeHead(500).end('{"error":"server_error"}'),
  html: (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('<!doctype html>'),
  noResponse: () => {},
  endless: (res) => void pipeline(endlessSpaces(), res.writeHead(200)).catch(() => {}),
} satisfies Record<string, Responder>

function* endlessSpaces() {
  while (true) yield ' '.repeat(10_000)
}

export interface TokenIssuer extends AsyncDisposable {
  issuer: string
  publicJwk: () => JWK
  overrides: { discovery?: Responder | undefined; keys?: Responder | undefined }
  /** The number of requests so far. */
  requests: () => number
  /** Signs a token as in RFC 9068, by default with every scope. `undefined` omits a claim or a header parameter. */
  token: (claims?: JWTPayload, header?: object, key?: CryptoKey | Uint8Array) => Promise<string>
  /** Replaces the signing key. */
  rotate: () => Promise<void>
}

/** @param options `path`: path of the issuer URL. `scope`: scopes of its tokens. */
export async function startTokenIssuer({
  algorithm = 'ES256',
  path = '',
  scope = allScopes,
} = {}): Promise<TokenIssuer> {
  let kid = 0
  const newKey = async () => {
    const { privateKey, publicKey } = await generateKeyPair(algorithm)
    return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid: `key-${++kid}` } }
  }
  let key = await newKey()
  let requests = 0
  const overrides: TokenIssuer['overrides'] = {}
  const server = createServer(({ url }, res) => {
    requests += 1
    const isJwks = url === '/keys'
    const document = isJwks ? { keys: [key.publicJwk] } : { issuer, jwks_uri: `${origin}/keys` }
    const override = isJwks ? overrides.keys : overrides.discovery
    if (isJwks || url === discoveryPath) return (override ?? respondWith(document))(res)
    res.writeHead(404).end()
  })
  const origin = await listen(server, '127.0.0.1', 0)
  const issuer = origin + path
  const discoveryPath = `${path.replace(/\/$/, '')}/.well-known/openid-configuration`

  return {
    issuer,
    publicJwk: () => key.publicJwk,
    overrides,
    requests: () => requests,
    token(claims = {}, header = {}, signer = key.privateKey) {
      const now = Math.floor(Date.now() / 1000)
      const base = { iss: issuer, aud: audience, sub: 'gardener', client_id: 'a client', scope }
      const more = { iat: now, exp: now + 600, jti: randomUUID() }
      const baseHeader = { alg: algorithm, typ: 'at+jwt', kid: key.publicJwk.kid }
      return new SignJWT({ ...base, ...more, ...claims }).setProtectedHeader({ ...baseHeader, ...header }).sign(signer)
    },
    async rotate() {
      key = await newKey()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Creates the verifier of the service for an issuer. `resultOf` resolves to `valid` or the name of the error. */
export function getVerifier({ issuer }: { issuer: string }, options: Partial<IdentityProviderParts> = {}) {
  const reasons: string[] = []
  const report = (reason: string) => void reasons.push(reason)
  const { verify, isReady } = identityProviderVerifier({
    issuer,
    audience,
    tokenType: 'at+jwt',
    scopeClaim: 'scope',
    clockToleranceSeconds: 60,
    tokenCacheMegabytes: 1,
    report,
    ...options,
  })
  return {
    reasons,
    isReady,
    verify: async (token: string) => verify(token, ''),
    resultOf: (token: string) =>
      Promise.try(verify, token, '').then(
        () => 'valid',
        (error: Error) => error.name,
      ),
  }
}

// A minimal OpenID Connect issuer that signs any token a test needs, and can be down, as no real provider
// (identity-provider.ts) does.
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type IdentityProviderParts, identityProviderVerifier } from '../../server/auth/identity-provider.ts'
import { listen } from '../../server/sockets/http-server.ts'
import { allScopes, audience } from './identity-provider.ts'

/** Responds in place of the issuer. */
export type Outage = (res: ServerResponse) => void

export function json(body: unknown): Outage {
  return (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

export const outages = {
  internalError: (res) => res.writeHead(500).end('{"error":"server_error"}'),
  html: (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('<!doctype html>'),
  noResponse: () => {},
  endless: (res) => void pipeline(endlessSpaces(), res.writeHead(200)).catch(() => {}),
} satisfies Record<string, Outage>

function* endlessSpaces() {
  while (true) yield ' '.repeat(10_000)
}

export interface TokenIssuer extends AsyncDisposable {
  issuer: string
  publicJwk: () => JWK
  outages: { discovery?: Outage | undefined; keys?: Outage | undefined }
  /** The number of requests so far. */
  requests: () => number
  /** A token as in RFC 9068, with every scope. `undefined` leaves out a claim or a member of the header. */
  token: (claims?: JWTPayload, header?: object, key?: CryptoKey | Uint8Array) => Promise<string>
  /** Replaces the key. */
  rotate: () => Promise<void>
}

/** @param options `path`: of the issuer URL. `scope`: of its tokens. */
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
  const state: TokenIssuer['outages'] = {}
  const server = createServer(({ url }, res) => {
    requests += 1
    const isKeys = url === '/keys'
    const page = isKeys ? { keys: [key.publicJwk] } : { issuer, jwks_uri: `${origin}/keys` }
    const outage = isKeys ? state.keys : state.discovery
    if (isKeys || url === discoveryPath) return (outage ?? json(page))(res)
    res.writeHead(404).end()
  })
  const origin = await listen(server, '127.0.0.1', 0)
  const issuer = origin + path
  const discoveryPath = `${path.replace(/\/$/, '')}/.well-known/openid-configuration`

  return {
    issuer,
    publicJwk: () => key.publicJwk,
    outages: state,
    requests: () => requests,
    token(claims = {}, header = {}, by = key.privateKey) {
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: issuer, aud: audience, sub: 'gardener', client_id: 'a client', scope }
      const more = { iat: now, exp: now + 600, jti: randomUUID() }
      const usualHeader = { alg: algorithm, typ: 'at+jwt', kid: key.publicJwk.kid }
      return new SignJWT({ ...usual, ...more, ...claims }).setProtectedHeader({ ...usualHeader, ...header }).sign(by)
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

/** The verifier that the service has for an issuer; `outcome` is `valid` or the name of the error. */
export function getVerifier({ issuer }: { issuer: string }, rules: Partial<IdentityProviderParts> = {}) {
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
    ...rules,
  })
  return {
    reasons,
    isReady,
    verify: async (token: string) => verify(token, ''),
    outcome: (token: string) =>
      Promise.try(verify, token, '').then(
        () => 'valid',
        (error: Error) => error.name,
      ),
  }
}

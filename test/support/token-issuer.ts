// An issuer of our own, as small as can be: discovery, keys, and whatever token a test wants. For the shapes that a good
// provider does not make.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { audience } from './identity-provider.ts'

export interface TinyIssuer extends AsyncDisposable {
  issuer: string
  /** Its only key, as everybody can see it. */
  publicJwk: JWK
  /** A good token of the type `JWT`; `undefined` leaves out what it would have. */
  token: (claims?: JWTPayload, header?: Record<string, unknown>) => Promise<string>
  /** The same, signed by something else. */
  signedBy: (key: CryptoKey | Uint8Array, header: Record<string, unknown>) => Promise<string>
}

/** @param path What follows the address in its name. */
export async function startTinyIssuer({ algorithm = 'RS256', path = '' } = {}): Promise<TinyIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm)
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'tiny' }
  const pages: Record<string, unknown> = { '/keys': { keys: [publicJwk] } }
  const server = createServer((req, res) => {
    const page = pages[req.url ?? '']
    res.writeHead(page ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(page ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // An address, not a path: it was given a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = url + path
  pages[`${path.replace(/\/$/, '')}/.well-known/openid-configuration`] = { issuer, jwks_uri: `${url}/keys` }

  const now = Math.floor(Date.now() / 1000)
  const usual = { iss: issuer, aud: audience, sub: 'gardener', iat: now, exp: now + 600 }
  function sign(claims: JWTPayload, header: Record<string, unknown>, key: CryptoKey | Uint8Array): Promise<string> {
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: 'tiny', ...header })
      .sign(key)
  }
  return {
    issuer,
    publicJwk,
    token: (claims = {}, header = {}) => sign(claims, header, privateKey),
    signedBy: (key, header) => sign({ scope: 'plants:read plants:write' }, { typ: 'at+jwt', ...header }, key),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

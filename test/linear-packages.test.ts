// Every function of a package that gets bytes of a caller takes linear time: a caller must not be able to block the process with
// a long value. Expressions of this project are in linear-expressions.test.ts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { MIMEType } from 'whatwg-mimetype'
import { contract } from '../generated/index.ts'
import { product } from '../generated/product.ts'
import { server } from '../generated/server.ts'
import { readBody } from '../stack/core/pipeline/body.ts'
import type { HttpRequest } from '../stack/core/pipeline/http.ts'
import { bearerToken } from '../stack/core/pipeline/read-credential.ts'
import { requireAcceptable } from '../stack/core/pipeline/response.ts'
import { developmentIssuer } from '../stack/server/auth/development-issuer.ts'
import { createOpenApiValidator } from '../stack/server/http/openapi-validator.ts'
import { createRateLimits } from '../stack/server/http/rate-limit.ts'
import { rememberValid } from '../stack/server/http/remembered-verdicts.ts'
import { corsHeaders } from '../stack/server/http/response-headers.ts'
import { newFolder, root } from '../stack/test/support/folder.ts'

const lengths: [small: number, large: number] = [1_000, 15_000]
/** At most this much more time per character. */
const maxFactor = 2
/** A faster call is harmless. Quadratic time for 15,000 characters is 100 million steps. */
const harmlessMs = 5

const [create, get, list] = [
  contract.operationOf('createPlant'),
  contract.operationOf('getPlant'),
  contract.operationOf('listPlants'),
]
const app = express().set('trust proxy', 1)
const validator = rememberValid(createOpenApiValidator(contract, server.validators))
const cors = corsHeaders(contract, { origins: ['http://plants.example'], loopback: true })
const limits = createRateLimits(Number.MAX_SAFE_INTEGER)
const { verify } = await developmentIssuer(product, await newFolder())

function request(headers: Record<string, string>, body = '{}'): HttpRequest {
  const parts = { id: '', method: 'POST', target: '', repeatedHeaders: [], responseHeaders: {} }
  return { ...parts, headers, body: { read: async () => Buffer.from(body) } }
}

/** As much of a request of Express as its functions read. */
function expressRequest(headers: Record<string, string>) {
  const res = { statusCode: 200, get: () => '"etag"' }
  const own = { headers, method: 'GET', res, socket: { remoteAddress: '127.0.0.1' } }
  return Object.assign(Object.create(app.request), own)
}

const json = (body: string) => readBody(request({ 'content-type': 'application/json' }, body), create, contract.limits)
const parts = { path: {}, query: {}, headers: {}, cookies: {}, body: undefined }
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A call with a value that has a run of the same character, which often is in the middle of the value. */
type Row = [packages: string, value: string, characters: string, call: (run: string) => unknown]

const rows: Row[] = [
  [
    'whatwg-mimetype',
    'Content-Type',
    ' ;"=a',
    (run) => readBody(request({ 'content-type': `a/b${run}x` }), create, contract.limits),
  ],
  ['negotiator', 'Accept', ' ,;"a', (run) => requireAcceptable(request({ accept: `text/html${run}x` }), list)],
  ['negotiator', 'Accept', ' ,\\=a', (run) => requireAcceptable(request({ accept: `text/html;a="${run}` }), list)],
  [
    'jose',
    'Authorization',
    ' .=-a',
    (run) => verify(bearerToken(request({ authorization: `Bearer ${run}x` })) ?? '', ''),
  ],
  ['jose', 'Authorization', ' "[{a', (run) => verify(`${encoded({ alg: 'Ed25519', typ: run })}.${encoded({})}.a`, '')],
  [
    'express-openapi-validator',
    'target',
    ' \u0001%-a',
    (run) => validator.validateRequest(get, undefined, { ...parts, path: { id: `${run}x` } }),
  ],
  [
    'express-openapi-validator lru-cache',
    'query',
    ' \u0001%éa',
    (run) => validator.validateRequest(list, undefined, { ...parts, query: { tag: `${run}x` } }),
  ],
  [
    'express-openapi-validator',
    'body',
    ' \u0001"éa',
    (run) => validator.validateRequest(create, 'application/json', { ...parts, body: { name: `${run}x` } }),
  ],
  [
    'express-openapi-validator',
    'body',
    ' \u0001"/a',
    (run) => validator.validateRequest(create, 'application/json', { ...parts, body: { [`${run}x`]: 1 } }),
  ],
  ['jsonc-parser', 'body', ' \n/*a', (run) => json(`{"name":${run}1}`)],
  ['jsonc-parser', 'body', ' [{/a', (run) => json(`{"name":"${run}\\\\"}`)],
  ['jsonc-parser', 'body', ' [{"\\', (run) => json(run)],
  ['contract-stack', 'Origin', './:-a', (run) => cors({ method: 'GET', headers: { origin: `http://${run}x` } })],
  [
    'express',
    'Accept-Encoding',
    ' ,;"=',
    (run) => expressRequest({ 'accept-encoding': `br${run}x` }).acceptsEncodings(['br']),
  ],
  ['express', 'If-None-Match', ' ,"W/', (run) => expressRequest({ 'if-none-match': `"a"${run}x` }).fresh],
  ['express', 'X-Forwarded-For', ' ,:.1', (run) => expressRequest({ 'x-forwarded-for': `1.1.1.1${run}x` }).ip],
  ['contract-stack', 'X-Forwarded-For', '[]:.1', (run) => limits?.countAddress(`[::${run}`, {})],
]

/** These get no bytes of a caller, or only what is validated already. */
const others: Record<string, string> = {
  '@stoplight/prism-core': 'a log',
  '@stoplight/prism-http': 'the path of an operation',
  'contract-stack': 'the other rows are its packages',
  pg: 'validated values',
  pino: 'fields of the log',
  'prom-client': 'names of the contract',
  uuid: 'nothing',
}

describe('a function that gets bytes of a caller', () => {
  it.each(rows)('of %s takes linear time for %s', async (_packages, _value, characters, call) => {
    expect(characters).toHaveLength(5)
    for (const character of characters) expect(await isLinear(character, call), character).toBe(true)
  })

  it.each(Object.entries(packagesOf('{server,stack/{core,mock/{core,server},server}}/**/*.ts')))(
    'of %s is in this table: %s imports it',
    (name) => {
      expect([...rows.flatMap(([packages]) => packages.split(' ')), ...Object.keys(others)]).toContain(name)
    },
  )

  // When this fails, a later version is linear, and Content-Type needs no limit (stack/core/pipeline/body.ts).
  it('of whatwg-mimetype takes quadratic time for a Content-Type without a limit', async () => {
    // Shorter, since it takes quadratic time.
    expect(await isLinear(' ', (run) => MIMEType.parse(`a/b${run}x`), [300, 4_500])).toBe(false)
  })
})

/** Compares the fastest calls, which no other process has interrupted. The first calls are slow, since V8 compiles them. */
async function isLinear(character: string, call: Row[3], [small, large] = lengths): Promise<boolean> {
  let [fastestSmall, fastestLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const start = performance.now()
  for (let round = 0; round < 3 || performance.now() - start < 2_000; round++) {
    fastestLarge = Math.min(fastestLarge, await timeOf(() => call(character.repeat(large))))
    if (fastestLarge < harmlessMs) return true
    for (let repetition = 0; repetition < 10; repetition++) {
      fastestSmall = Math.min(fastestSmall, await timeOf(() => call(character.repeat(small))))
    }
    if (fastestLarge < (large / small) * maxFactor * fastestSmall) return true
  }
  return false
}

async function timeOf(call: () => unknown): Promise<number> {
  const start = performance.now()
  try {
    await call()
  } catch {
    // Most of these values are refused.
  }
  return performance.now() - start
}

/** The packages that these files import at run time, each with the first file. */
function packagesOf(pattern: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const file of globSync(pattern, { cwd: root })) {
    const { importedFiles } = ts.preProcessFile(
      readFileSync(join(root, file), 'utf8').replaceAll(/^import type .*/gm, ''),
    )
    for (const { fileName } of importedFiles) {
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(fileName) ?? []
      if (name !== undefined && !/^(?:\.|node:)/.test(name)) found[name] ??= file
    }
  }
  return found
}

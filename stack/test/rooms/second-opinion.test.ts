// A second opinion: the middleware of express-openapi-validator, as its README documents it, over the requests of the
// contract tester and the responses of the service. It must agree with our pipeline, or differ for a known reason.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import express, { type ErrorRequestHandler } from 'express'
import { middleware } from 'express-openapi-validator'
import { expect, it } from 'vitest'
import { listen } from '../../server/sockets/listen.ts'
import { Session } from '../../tester/call.ts'
import { Connection, type HttpResponse } from '../../tester/connection.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { getJobs } from '../../tester/jobs.ts'
import { Target } from '../../tester/target.ts'
import { newFolder } from '../support/folder.ts'
import { readSeed } from '../support/read-settings.ts'
import { rooms } from '../support/rooms.ts'
import { startService } from '../support/service.ts'
import { newCallers } from '../support/tokens.ts'
import { waitMs } from '../support/wait.ts'

interface Exchange {
  /** The family of the request, or of the one that it prepares. */
  family: string
  method: string
  bytes: Buffer
  response: HttpResponse
}

/** Each disagreement has one of these reasons. A pattern is one of its line: family, request line, statuses, error, body. */
const reasons: [pattern: RegExp, reason: string][] = [
  [/: OPTIONS /, 'The middleware knows the documented methods only. The pipeline responds to OPTIONS of each path.'],
  [/: HEAD /, 'As OPTIONS: HEAD is GET without the body of its response (RFC 9110, 9.3.2).'],
  [/: [A-Z]+ https?:/i, 'It does not route a whole URL (RFC 9112, 3.2.2).'],
  [/: [A-Z]+ \/%/, 'It does not route an encoded letter, which means the same (RFC 9110, 4.2.3).'],
  [/^unknown paths:/, 'It ignores case and a last slash in a path, as Express does.'],
  [/multiple of/, 'It divides doubles: 0.07 / 0.01 is no integer. stack/contract/model/ajv.ts replaces the keyword.'],
  [/^number notations:/, 'It converts texts with Number(), so 5.0, 0x10 and 1e1 are integers.'],
  [/^invalid encodings in a query:/, 'It replaces invalid UTF-8 in a query.'],
  [/^repeated Authorization:/, 'Node keeps the first value.'],
  [/^unsupported media types:/, 'It has no limit for the length of Content-Type.'],
  [/^missing bodies:/, 'The body parser of Express reads no body as {}.'],
  [/^malformed JSON:/, 'The body parser of Express ignores a byte order mark, and replaces invalid UTF-8.'],
  [
    /^invalid property values:.*\\u(?:0000|d[89a-f])/is,
    'It accepts U+0000 and unpaired surrogates. No store keeps them.',
  ],
  [/must be url encoded/, 'It refuses characters in a query that URLs allow there, such as $ and +.'],
  [/^duplicate names in JSON:/, 'JSON.parse keeps the last value. The pipeline refuses what readers read differently.'],
]

/** Heads that HTTP refuses never reach a validator. Two violations have two reasons. */
const skip = ['malformed heads', 'unsupported expectations', 'unsupported transfer codings', 'two violations']

/** The contract of lamps: to compile that of rooms takes the middleware ten seconds. */
const file = join(await newFolder(), 'openapi.json')
const document = JSON.parse(await readFile(join(rooms.folder, 'generated/openapi.json'), 'utf8'))
const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/lamps'))
await writeFile(file, JSON.stringify({ ...document, paths: Object.fromEntries(paths) }))
const seed = readSeed()

/** Remembers what it has sent and received. */
class RecordingTarget extends Target {
  readonly exchanges: Exchange[] = []
  family = ''

  override async exchange(method: string, bytes: Buffer): Promise<HttpResponse> {
    const response = await super.exchange(method, bytes)
    this.exchanges.push({ family: this.family, method, bytes, response })
    return response
  }
}

async function recordExchanges(): Promise<Exchange[]> {
  await using service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '9999999' } })
  const contract = await readContract(file)
  const tokens = await (await newCallers(service.folder, { ...rooms.contract, scopes: contract.scopes }))()
  const options = { contract, url: service.url, tokens, mayWrite: true, isMock: false, timeoutMs: waitMs }
  using target = new RecordingTarget(options)
  for (const job of getJobs(target, { seed, perFamily: 1, sequences: 0, skip }, [])) {
    if (job.phase !== 'boundaries and violations') break
    target.family = job.name
    await job.run(new Session(target))
  }
  return target.exchanges
}

/** A service that validates with the middleware, and responds as ours did. */
function validatedService() {
  const recorded = { response: { status: 0, headers: {}, body: '' } as HttpResponse, invalid: '' }
  const onError = ({ message }: Error) => {
    recorded.invalid = message
  }
  const respondWithError: ErrorRequestHandler = ({ status = 500, message }, _req, res, _next) => {
    res.status(status).json(message)
  }
  const app = express()
    .use(express.json({ type: ['application/json', 'application/merge-patch+json'] }))
    .use(middleware({ apiSpec: file, ajvFormats: { mode: 'full' }, validateResponses: { onError } }))
    .use((_req, res) => {
      const { status, headers, body } = recorded.response
      const mediaType = headers['content-type'] ?? ''
      res.status(status).set({ 'Content-Type': mediaType, 'X-Accepted': 'true' })
      if (mediaType.includes('json')) res.json(JSON.parse(body))
      else res.send(body)
    })
    .use(respondWithError)
  return { recorded, server: createServer(app) }
}

it(`the middleware of express-openapi-validator agrees with the service, but for known reasons (SEED=${seed})`, async () => {
  const exchanges = await recordExchanges()
  const { recorded, server } = validatedService()
  const connection = new Connection(await listen(server, '127.0.0.1', 0), waitMs)
  const disagreements: string[] = []
  for (const { family, method, bytes, response } of exchanges) {
    Object.assign(recorded, { response, invalid: '' })
    const other = await connection.exchange(method, bytes)
    const isAccepted = other.headers['x-accepted'] !== undefined
    const isRefused = [400, 405, 415].includes(response.status)
    if (isAccepted ? !isRefused && recorded.invalid === '' : response.status >= 400) continue
    const verdict = isAccepted ? `accepted ${recorded.invalid}` : `${other.status} ${other.body}`
    const [head = '', body] = bytes.toString('latin1').split('\r\n\r\n')
    disagreements.push(`${family}: ${head.split('\r\n', 1)} → ${response.status}, ${verdict} ${body}`)
  }
  connection.close()
  server.close()
  expect(exchanges.length).toBeGreaterThan(100)
  expect(disagreements.filter((line) => !reasons.some(([pattern]) => pattern.test(line)))).toEqual([])
})

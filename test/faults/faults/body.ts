// Request bodies: what is read, as what, how much of it, and when.
import type { Fault } from '../fault.ts'

const file = 'server/core/pipeline/body.ts'
const watch = ['test/server/core/pipeline/body.test.ts']
const memory = ['test/server/http/openapi-validator.test.ts']

export const bodyFaults: Fault[] = [
  {
    guard: 'Content-Type reaches the validator without its parameters. (express-openapi-validator keeps one for each.)',
    file,
    edits: [["req.headers['content-type'] = mediaType", "req.headers['content-type'] = contentType ?? ''"]],
    watch: memory,
  },
  {
    guard:
      'Content-Type reaches the validator only where there is a body. (express-openapi-validator keeps one for each.)',
    file,
    edits: [["delete req.headers['content-type']", '']],
    watch: memory,
  },
  {
    guard:
      'Authentication comes before the body is read. (express-openapi-validator: a bad body without a token is 400.)',
    file: 'server/core/pipeline/pipeline.ts',
    edits: [
      [
        '    const caller = await authenticate(',
        '    req.body = await readBody(req, res, operation)\n    const caller = await authenticate(',
      ],
      ['    req.body = await readBody(req, res, operation) // 400 for none, 415, 413, 400\n', ''],
    ],
    watch,
  },
  {
    guard: 'A charset other than UTF-8 is refused: 415.',
    file,
    edits: [["/^utf-8$/i.test(params.get('charset') ?? 'utf-8')", 'params']],
    watch,
  },
  {
    guard: 'A media type that is not documented is refused: 415.',
    file,
    edits: [['mediaType === undefined || !requestMediaTypes.includes(mediaType)', 'mediaType === undefined']],
    watch,
  },
  {
    guard: 'A compressed body is refused: a small one can unpack to a large one.',
    file,
    edits: [['inflate: false', 'inflate: true']],
    watch,
  },
  {
    guard: 'A body has the limit of the contract: 413.',
    file,
    edits: [['limit: limits.bodyBytes', 'limit: 2 * limits.bodyBytes']],
    watch,
  },
  {
    guard: 'Bytes that are no UTF-8 are refused, not mended. (express.json: stored as U+FFFD.)',
    file,
    edits: [['fatal: true', 'fatal: false']],
    watch,
  },
  {
    guard: 'A byte order mark is no JSON.',
    file,
    edits: [['ignoreBOM: true', 'ignoreBOM: false']],
    watch,
  },
  {
    guard: 'A name is given once. (express.json: the last one wins.)',
    file,
    edits: [['    refuseRepeatedNames(text)\n', '']],
    watch,
  },
  {
    guard: 'A missing body is 400. (express-openapi-validator: a 415 "undefined".)',
    file,
    edits: [["if (!hasBody(req)) throw invalidRequest({ pointer: '', detail: 'a body is required' })", '']],
    watch,
  },
  {
    guard: 'A body sent in chunks is a body.',
    file,
    edits: [["headers['transfer-encoding'] !== undefined || ", '']],
    watch,
  },
  {
    guard: 'What is no JSON is 400, not a fault of ours.',
    file,
    edits: [["throw invalidRequest({ pointer: '', detail: 'must be JSON' })", 'throw error']],
    watch,
  },
  {
    guard: 'A body is ignored where the operation takes none.',
    file,
    edits: [['if (requestMediaTypes.length === 0) return undefined', '']],
    watch,
  },
]

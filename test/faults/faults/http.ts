// Requests that never reach the app: Node answers them by itself, and not as the contract says, unless told otherwise.
import type { Fault } from '../fault.ts'

const file = 'server/http/http-server.ts'
const watch = ['test/server/http/http-server.test.ts']

export const httpFaults: Fault[] = [
  {
    guard: 'Slow requests are answered 408 in time. (Node: its default deadlines let idle sockets starve a process.)',
    file,
    edits: [['{ ...deadlines, maxHeaderSize', '{ maxHeaderSize']],
    watch,
    named: '408',
  },
  {
    guard: 'What is no HTTP is answered with a problem. (Node: its own 400, 408 and 431 have no body.)',
    file,
    edits: [["server.on('clientError'", "server.on('nobody listens to this'"]],
    watch,
    named: 'no HTTP at all',
  },
  {
    guard: 'An expectation it does not know is answered with a problem. (Node: its own 417 has no body.)',
    file,
    edits: [["server.on('checkExpectation'", "server.on('nobody listens to this'"]],
    watch,
    named: '417',
  },
  {
    guard: 'A request without Host is answered with a problem. (Node: its own 400 has no body.)',
    file,
    edits: [['requireHostHeader: false', 'requireHostHeader: true']],
    watch,
    named: 'no Host',
  },
  {
    guard: 'The head of a request has the limit of the contract.',
    file,
    edits: [['maxHeaderSize: limits.headBytes', 'maxHeaderSize: 4 * limits.headBytes']],
    watch,
    named: '431',
  },
  {
    guard: 'A head over the limit is 431, not just malformed.',
    file,
    edits: [["case 'HPE_HEADER_OVERFLOW':", "case 'HPE_SOMETHING_ELSE':"]],
    watch,
    named: '431',
  },
  {
    guard: 'The target of a request has the limit of the contract: 414.',
    file: 'server/core/pipeline/target.ts',
    edits: [['req.originalUrl.length > limits.targetBytes', 'false']],
    watch,
    named: '414',
  },
  {
    guard: 'A target with a fragment is refused: two readers might differ on where it ends.',
    file: 'server/core/pipeline/target.ts',
    edits: [["req.originalUrl.includes('#')", 'false']],
    watch,
    named: 'a fragment',
  },
  {
    guard: 'Two Host headers are refused.',
    file: 'server/core/pipeline/target.ts',
    edits: [['hosts > 1 ||', '']],
    watch,
    named: 'two Hosts',
  },
  {
    guard: 'HTTP/1.1 without Host is refused.',
    file: 'server/core/pipeline/target.ts',
    edits: [[" || (hosts === 0 && req.httpVersion !== '1.0')", '']],
    watch,
    named: 'no Host',
  },
  {
    guard: 'OPTIONS is answered. (express-openapi-validator: 405.)',
    file: 'server/core/pipeline/pipeline.ts',
    edits: [["if (req.method === 'OPTIONS')", "if (req.method === 'NOBODY SAYS THIS')"]],
    watch,
    named: 'OPTIONS /plants',
  },
  {
    guard: 'OPTIONS * is answered. (express-openapi-validator: not a problem document.)',
    file: 'server/core/contract/routes.ts',
    edits: [["path === '*' ?", 'path === undefined ?']],
    watch,
    named: 'OPTIONS \\*',
  },
]

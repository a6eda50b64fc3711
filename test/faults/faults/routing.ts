// From the request line to an operation: one form of every target, the contract's own paths, and what Accept says.
import type { Fault } from '../fault.ts'

const target = 'server/core/pipeline/target.ts'
const routes = 'server/core/contract/routes.ts'
const watch = ['test/server/core/contract/routes.test.ts']
const negotiation = ['test/server/core/pipeline/accept.test.ts']
const order = ['test/server/core/pipeline/pipeline.test.ts']

export const routingFaults: Fault[] = [
  {
    guard: 'A whole URL as target is taken for its path. (express-openapi-validator: 404, or past authentication.)',
    file: target,
    edits: [['  req.originalUrl = req.url\n', '']],
    watch,
  },
  {
    guard: 'HEAD is GET. (express-openapi-validator: 405.)',
    file: 'server/core/pipeline/pipeline.ts',
    edits: [['      asGet(req)\n', '']],
    watch,
  },
  {
    guard: 'HEAD is routed wherever GET is.',
    file: routes,
    edits: [["method === 'HEAD' ? 'GET' : method", 'method']],
    watch,
  },
  {
    guard: 'Allow has HEAD wherever GET is.',
    file: routes,
    edits: [["if (methods.has('GET')) methods.add('HEAD')", '']],
    watch,
  },
  {
    guard: 'A method that a path does not have is 405 with Allow.',
    file: routes,
    edits: [[', { headers: { Allow: allow } })', ')']],
    watch,
  },
  {
    guard: 'Paths are case-sensitive.',
    file: routes,
    edits: [['asked[index] === segment)', 'asked[index]?.toLowerCase() === segment)']],
    watch,
  },
  {
    guard: 'A path with a slash at its end is another path.',
    file: routes,
    edits: [["const asked = path.split('/')", "const asked = path.replace(/(?<=.)[/]$/, '').split('/')"]],
    watch,
  },
  {
    guard: 'An id has at least one character.',
    file: routes,
    edits: [["asked[index] !== ''", 'true']],
    watch,
  },
  {
    guard: 'A path has as many segments as its template.',
    file: routes,
    edits: [['segments.length !== asked.length', 'segments.length > asked.length']],
    watch,
  },
  {
    guard: 'The path is looked for before the token.',
    file: 'server/core/pipeline/pipeline.ts',
    edits: [
      [
        '      operation = route(req.method',
        '      await authenticate(req, [], verify)\n      operation = route(req.method',
      ],
    ],
    watch: order,
  },
  {
    guard: 'Accept is looked at: 406. (express-openapi-validator: never; Prism: its process ends.)',
    file: 'server/core/pipeline/pipeline.ts',
    edits: [['    requireAcceptable(req, operation) // 406\n', '']],
    watch: negotiation,
  },
  {
    guard: 'Accept is looked at before the body.',
    file: 'server/core/pipeline/pipeline.ts',
    edits: [
      ['    requireAcceptable(req, operation) // 406\n', ''],
      [
        '    checkParameters(req, operation) // 400\n',
        '    requireAcceptable(req, operation)\n    checkParameters(req, operation) // 400\n',
      ],
    ],
    watch: order,
  },
  {
    guard: 'Problems are no reason to take a request that accepts only problems.',
    file: 'server/core/pipeline/accept.ts',
    edits: [["status.startsWith('2')", "status.startsWith('2') || status.startsWith('4')"]],
    watch: negotiation,
  },
]

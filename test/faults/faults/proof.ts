// The proof itself: what service, mock, docs and versions may not drift apart in, and the guards that only it has.
import type { Fault } from '../fault.ts'

const parity = { watch: ['test/proof/parity/parity.test.ts'], named: 'always the same' }
const compat = { watch: ['test/proof/compat/compat.test.ts'] }
const workflows = { watch: ['test/proof/workflows/workflows.test.ts'] }

export const proofFaults: Fault[] = [
  {
    guard: 'The mock answers with the headers that the service has.',
    file: 'server/mock/mock.ts',
    edits: [["name !== 'Request-Id'", "!['Request-Id', 'ETag'].includes(name)"]],
    ...parity,
  },
  {
    guard: 'A parameter with brackets is named as it was written. (express-openapi-validator: without them.)',
    file: 'server/core/pipeline/parameters.ts',
    edits: [['if (/[[\\]]/.test(name)) throw', 'if (false) throw']],
    ...parity,
  },
  {
    guard: 'An expectation besides 100-continue is refused. (Node: 100-continue anywhere in it will do.)',
    file: 'server/http/http-server.ts',
    edits: [["req.headers.expect?.toLowerCase() !== '100-continue'", 'false']],
    ...parity,
  },
  {
    guard: 'A difference of plain Prism that is gone is missed.',
    file: 'test/proof/parity/allowed-differences.ts',
    edits: [["  'missing bodies': [[422]", "  'unsupported methods': [[200], ''],\n  'missing bodies': [[422]"]],
    ...parity,
  },
  {
    guard: 'A difference of the mock that nobody allows is an error.',
    file: 'test/proof/parity/allowed-differences.ts',
    edits: [["  'the header access-control-expose-headers': mockAllowsEveryOrigin,\n", '']],
    ...parity,
  },
  {
    guard: 'A break of the contract is looked for at all.',
    file: 'redocly.yaml',
    edits: [['  - diff-recommended\n', '']],
    ...compat,
  },
  {
    guard: 'A break needs a major version.',
    file: 'tools/compat/required-version.ts',
    edits: [['[major + 1, 0, 0]', '[major, minor + 1, 0]']],
    ...compat,
  },
  {
    guard: 'A changed default is a break. (redocly diff: does not see it.)',
    file: 'tools/redocly/changes.js',
    edits: [["'default-changed': defaultChanged", "'default-changed': () => ({})"]],
    ...compat,
  },
  {
    guard: 'Samples are shown in each language. (Redoc: drops TypeScript unless it is named.)',
    file: 'generated/docs.html',
    edits: [['{"lang":"TypeScript"},', '']],
    watch: ['test/proof/samples/samples.test.ts'],
  },
  {
    guard: 'Who comes late in the journey of the lost update is refused.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [
      ["        requireMatch(headers['If-Match'], tagOf(caller, plant))\n        const { name", '        const { name'],
    ],
    ...workflows,
  },
  {
    guard: 'The journey of the safe retry ends at a key used for another plant.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [['if (!isDeepStrictEqual(creation.request, request)) throw keyReused()', '']],
    ...workflows,
  },
]

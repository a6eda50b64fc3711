// The proofs themselves: coverage, parity, compatibility and samples.
import { faultsIn } from './fault.ts'

const coverage = 'vitest run test/proof/coverage/coverage.test.ts'
const parity = 'vitest run test/proof/parity/parity.test.ts'
const compat = 'vitest run test/proof/compat/compat.test.ts'

export const proofFaults = [
  ...faultsIn('openapi.yaml', coverage, [
    ['The example of a header is the value of a real response.', ['      example: 60\n', '      example: 30\n']],
    [
      'A documented optional header occurs.',
      [
        'description: The plant is gone. There is no body.\n          headers:\n',
        "description: The plant is gone. There is no body.\n          headers:\n            X-Tea:\n              $ref: '#/components/headers/RateLimit'\n",
      ],
    ],
    [
      'A documented status occurs.',
      [
        "        '204':\n          description: The plant is gone.",
        "        '422':\n          $ref: '#/components/responses/IdempotencyKeyReused'\n        '204':\n          description: The plant is gone.",
      ],
    ],
  ]),
  ...faultsIn('test/proof/coverage/provocations/operations.ts', coverage, [
    [
      'The coverage report lists what no request provokes.',
      ["    { cause: 'a page of more'", "    // { cause: 'a page of more'"],
    ],
  ]),
  ...faultsIn('test/proof/parity/prism-differences.ts', parity, [
    [
      'A listed difference of plain Prism must still occur.',
      ["  'path shapes': {", "  'methods': { answers: [200], reason: '' },\n  'path shapes': {"],
    ],
  ]),
  ...faultsIn('test/proof/parity/differences.ts', parity, [
    [
      'Only listed differences of the mock are allowed.',
      ["  'the field access-control-expose-headers': saysToAll,\n", ''],
    ],
  ]),
  ...faultsIn('redocly.yaml', compat, [
    ['The compatibility check finds breaking changes.', ['  - diff-recommended\n', '']],
  ]),
  ...faultsIn('tools/compat/verdict.ts', compat, [
    ['A breaking change needs a major version.', ['[major + 1, 0, 0]', '[major, minor + 1, 0]']],
  ]),
  ...faultsIn('tools/redocly/changes.js', compat, [
    [
      'A changed default is a breaking change. (redocly diff: does not report it.)',
      ["'default-changed': defaultChanged", "'default-changed': () => ({})"],
    ],
  ]),
  ...faultsIn('generated/docs.html', 'vitest run test/proof/samples/samples.test.ts', [
    [
      'The docs show samples in each language. (Redoc: omits TypeScript unless it is named.)',
      ['{"lang":"TypeScript"},', ''],
    ],
  ]),
]

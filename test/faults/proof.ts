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
        'description: The plant is deleted. No body.\n          headers:\n',
        "description: The plant is deleted. No body.\n          headers:\n            X-Tea:\n              $ref: '#/components/headers/RateLimit'\n",
      ],
    ],
    [
      'A documented status occurs.',
      [
        "        '204':\n          description: The plant is deleted.",
        "        '422':\n          $ref: '#/components/responses/IdempotencyKeyReused'\n        '204':\n          description: The plant is deleted.",
      ],
    ],
  ]),
  ...faultsIn('test/proof/coverage/scenarios.ts', coverage, [
    [
      'The coverage report lists what no request provokes.',
      ["    { cause: 'more than one page'", "    // { cause: 'more than one page'"],
    ],
  ]),
  ...faultsIn('test/proof/parity/allowed-differences.ts', parity, [
    [
      'A listed difference of plain Prism must still occur.',
      ["  'missing bodies': [", "  'valid requests': [[401], ''],\n  'missing bodies': ["],
    ],
  ]),
  ...faultsIn('test/proof/parity/allowed-differences.ts', parity, [
    [
      'Only listed differences of the mock are allowed.',
      ["  'the header access-control-expose-headers': mockAllowsEveryOrigin,\n", ''],
    ],
  ]),
  ...faultsIn('redocly.yaml', compat, [
    ['The compatibility check finds breaking changes.', ['  - diff-recommended\n', '']],
  ]),
  ...faultsIn('tools/compat/required-version.ts', compat, [
    ['A breaking change needs a major version.', ['[major + 1, 0, 0]', '[major, minor + 1, 0]']],
  ]),
  ...faultsIn('tools/compat/flat-schema.ts', 'vitest run test/tools/compat/normalise.test.ts', [
    [
      'A schema keeps its allOf if its keywords depend on each other.',
      ['!siblings.every(isIndependent) && !inner.items.every(isIndependent)', 'false'],
    ],
  ]),
  ...faultsIn('tools/compat/breaking-changes.js', compat, [
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

// The contract, what is generated from it, types, configuration and packages: StrykerJS changes only what runs.
import { faultsIn } from './fault.ts'

const examples = 'vitest run test/server/core/examples/documented-examples.test.ts'
const coverage = 'vitest run test/proof/contract/contract.test.ts'
const stale = 'node tools/generate/main.ts --check'
const packages = 'vitest run test/proof/package/package.test.ts'

const controls = '\\\\x00-\\\\x1f\\\\x7f-\\\\x9f'
const name = `^[^\\\\S${controls}]*[^\\\\s${controls}][^${controls}]*$`

export const contractFaults = [
  ...faultsIn('openapi.yaml', examples, [
    [
      'The example of a header is the value of a real response.',
      ['      example: identity\n', '      example: gzip\n'],
    ],
  ]),
  ...faultsIn('openapi.yaml', coverage, [
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
  ...faultsIn('openapi.yaml', stale, [
    ['Each change of the contract changes a generated file.', ['maxLength: 64', 'maxLength: 65']],
  ]),
  ...faultsIn('openapi.yaml', 'redocly lint openapi.yaml', [
    [
      'The lint also reads the responses of HTTP itself. (Redocly: skips every x- key.)',
      [
        "x-http-responses:\n  '204':\n    $ref: '#/components/responses/Options'",
        "x-http-responses:\n  '204':\n    $ref: '#/components/responses/Option'",
      ],
    ],
    ['The lint requires unique operation names.', ['operationId: deletePlant', 'operationId: listPlants']],
  ]),
  ...faultsIn('redocly.yaml', 'vitest run test/tools/compat/breaking-changes.test.ts', [
    ['The compatibility check finds breaking changes.', ['  - diff-recommended\n', '']],
  ]),
  ...faultsIn('generated/openapi.json', stale, [
    ['The generated files are up to date.', ['"summary": "List plants"', '"summary": "List all plants"']],
  ]),
  ...faultsIn('tools/generate/openapi-typescript.ts', stale, [
    [
      'The generator closes headers. (openapi-typescript: an index signature hides every misspelt header.)',
      ["    .replaceAll(/^ +\\[name: string\\]: unknown;\\n/gm, '')\n", ''],
    ],
  ]),
  ...faultsIn(
    'generated/openapi-validators.js',
    'vitest run test/server/core/plants/plant-handlers/create-plant.test.ts',
    [['A name is not only white space.', [`4 = new RegExp("${name}`, `4 = new RegExp("^[^${controls}]+$`]]],
  ),
  ...faultsIn('generated/docs.html', 'vitest run test/proof/samples/samples.test.ts', [
    [
      'The docs show samples in each language. (Redoc: omits TypeScript unless it is named.)',
      ['{"lang":"TypeScript"},', ''],
    ],
  ]),
  ...faultsIn('server/core/plants/dispatch.ts', 'tsc', [
    [
      'A response has a documented status.',
      ['{ status: Status; revision?: string } & HeadersPart<', '{ status: number; revision?: string } & HeadersPart<'],
    ],
    [
      'A response has the documented headers.',
      [': { headers: Omit<H, CommonHeader> }', ': { headers?: Omit<H, CommonHeader> }'],
    ],
    [
      'A response has the documented body.',
      ['{ body: Body } : { body?: never }', '{ body: Body | unknown } : { body?: unknown }'],
    ],
    ['Every operation has a handler.', ['{ [Id in OperationId]: (input', '{ [Id in OperationId]?: (input']],
  ]),
  ...faultsIn('client/msw/override.ts', 'tsc', [
    ['An override returns only documented responses.', ['  status: Status\n', '  status: Status | 422\n']],
  ]),
  ...faultsIn('tools/package/manifest.ts', `${packages} -t is.public`, [
    [
      'The published package is not private.',
      ['{ private: _, publishConfig, ...manifest }', '{ publishConfig, ...manifest }'],
    ],
  ]),
  ...faultsIn('client/package.json', packages, [
    ['The package has its optional entries.', ['    "./react": "./react/index.ts",\n', '']],
  ]),
  ...faultsIn('tools/package/build-mock.ts', `${packages} -t plant-collection-mock`, [
    ['The published mock reads the contract from the package.', ['    plugins: [keepFileUrls(root)],\n', '']],
  ]),
  ...faultsIn('tools/package/licences.ts', packages, [
    [
      'The published mock contains only packages with a known licence.',
      ['if (!allowed.includes(id))', 'if (id === undefined)'],
    ],
  ]),
]

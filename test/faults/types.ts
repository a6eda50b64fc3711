// Types, generators and the lint of the contract: StrykerJS changes only what runs.
import { faultsIn } from './fault.ts'

const controls = '\\\\x00-\\\\x1f\\\\x7f-\\\\x9f'
const name = `^[^\\\\S${controls}]*[^\\\\s${controls}][^${controls}]*$`
const tagAfterName = `${name}", "u");\n    var pattern5 = new RegExp("^[^${controls}]*$", "u");`

export const typeFaults = [
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
  ...faultsIn('generated/operations.ts', 'tsc', [
    ['The client knows every documented response.', ["responses: { 204: 'empty'", "responses: { 204: 'json'"]],
  ]),
  ...faultsIn('generated/api.d.ts', 'tsc', [
    [
      'Generated headers are closed. (openapi-typescript: an index signature hides every misspelt header.)',
      ['Link?: string;', 'Link?: string;\n                    [name: string]: unknown;'],
    ],
  ]),
  ...faultsIn('tools/generate/openapi-typescript.ts', 'node tools/generate/main.ts --check', [
    [
      'The generator closes headers. (openapi-typescript: adds an index signature.)',
      ['      .filter((member) => !ts.isIndexSignatureDeclaration(member))\n', ''],
    ],
    [
      'The generator keeps optional headers optional. (openapi-typescript: requires every header with a $ref.)',
      ['isReferenceTo(optional, member) ? asOptional(member) : member', 'member'],
    ],
  ]),
  ...faultsIn('tools/generate/validators.ts', 'node tools/generate/main.ts --check', [
    ['Generated validators import nothing.', [`'require("ajv/dist/runtime/ucs2length").default'`, "'something else'"]],
  ]),
  ...faultsIn('generated/openapi.json', 'node tools/generate/main.ts --check', [
    ['The generated files are up to date.', ['"summary": "List plants"', '"summary": "List all plants"']],
  ]),
  ...faultsIn('tools/generate/openapi-validators.ts', 'node tools/generate/main.ts --check', [
    [
      'Each validator gets its own copy of the contract. (express-openapi-validator: changes it.)',
      ['structuredClone(contract.document) as', 'contract.document as'],
    ],
  ]),
  ...faultsIn(
    'generated/openapi-validators.js',
    'vitest run test/server/core/plants/plant-handlers/create-plant.test.ts',
    [
      ['A name has no control characters.', [`4 = new RegExp("${name}`, '4 = new RegExp("^\\\\s*[^\\\\s].*$']],
      ['A name is not only white space.', [`4 = new RegExp("${name}`, `4 = new RegExp("^[^${controls}]+$`]],
      ['A tag has no control characters.', [tagAfterName, tagAfterName.replace(`"^[^${controls}]*$"`, '"^.*$"')]],
    ],
  ),
  ...faultsIn('openapi.yaml', 'redocly lint openapi.yaml docs/workflows.arazzo.yaml', [
    ['The lint compares examples with their schemas.', ['      value: 2\n', '      value: two\n']],
    [
      'The lint finds misspelt keywords. (express-openapi-validator: ignores them.)',
      ['maxLength: 64', 'maxLenght: 64'],
    ],
    [
      'The lint also reads the responses of HTTP itself. (Redocly: skips every x- key.)',
      [
        "x-http-responses:\n  '204':\n    $ref: '#/components/responses/Options'",
        "x-http-responses:\n  '204':\n    $ref: '#/components/responses/Option'",
      ],
    ],
    ['The lint requires unique operation names.', ['operationId: deletePlant', 'operationId: listPlants']],
  ]),
]

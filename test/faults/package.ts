// The client as it is published.
import { faultsIn } from './fault.ts'

const check = 'vitest run test/proof/package/package.test.ts'
const mock = `${check} -t plant-collection-mock`

export const packageFaults = [
  ...faultsIn('client/index.ts', 'vitest run test/proof/runtimes/runtimes.test.ts', [
    [
      'The client needs only web standards.',
      [
        '// The public names of @plant-collection/client.',
        "import { Buffer } from 'node:buffer'\nBuffer.from('plant')",
      ],
    ],
  ]),
  ...faultsIn('tools/package/compile.ts', check, [
    [
      'Declarations import files that exist (microsoft/TypeScript#61037).',
      ["path.endsWith('.d.ts') ? withJsExtensions(text) : text", 'text'],
    ],
  ]),
  ...faultsIn('tools/package/manifest.ts', `${check} -t is.public`, [
    [
      'The published package is not private.',
      ['{ private: _, publishConfig, ...manifest }', '{ publishConfig, ...manifest }'],
    ],
  ]),
  ...faultsIn('client/package.json', check, [
    ['Bundlers may leave out unused modules.', ['  "sideEffects": false,\n', '']],
    ['The package has its optional entries.', ['    "./react": "./react/index.ts",\n', '']],
  ]),
  ...faultsIn('tools/package/build-mock.ts', mock, [
    ['The published mock reads the contract from the package.', ['    plugins: [keepFileUrls(root)],\n', '']],
    [
      'The published mock is one file (jsonc-parser hides what it requires).',
      ["'jsonc-parser': 'jsonc-parser/lib/esm/main.js',", ''],
    ],
  ]),
  ...faultsIn('tools/package/mock-command.js', `${check} -t too.old`, [
    ['The published mock reports a Node version that is too old.', ['major < requiredMajor', 'false']],
  ]),
  ...faultsIn('tools/package/licences.ts', check, [
    [
      'The published mock contains only packages with a known licence.',
      ['if (!allowed.includes(id))', 'if (id === undefined)'],
    ],
    ['The published mock has the licence of each package in it.', ['[...folders].map(', '[...folders].slice(50).map(']],
  ]),
]

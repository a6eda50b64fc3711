// The client as it is published.
import type { Fault } from '../fault.ts'

const watch = ['test/proof/package/package.test.ts']
const runtimes = ['test/proof/runtimes/runtimes.test.ts']
const manifest = 'client/package.json'
const compile = 'tools/package/compile.ts'
const mock = 'tools/package/bundle-mock.ts'

export const clientPackageFaults: Fault[] = [
  {
    guard: 'The client needs web standards and nothing else.',
    file: 'client/index.ts',
    edits: [
      [
        '// The public names of @plant-collection/client.',
        "import { Buffer } from 'node:buffer'\nBuffer.from('plant')",
      ],
    ],
    watch: runtimes,
  },
  {
    guard: 'Declarations import files that are there (microsoft/TypeScript#61037).',
    file: compile,
    edits: [["path.endsWith('.d.ts') ? withJsExtensions(text) : text", 'text']],
    watch,
    named: 'imports only files',
  },
  {
    guard: 'The code of declarations goes with them.',
    file: compile,
    edits: [["[fileName, fileName.replace(/\\.d\\.ts$/, '.js')]", '[fileName]']],
    watch,
    named: 'the package',
  },
  {
    guard: 'What is published may be published.',
    file: 'tools/package/manifest.ts',
    edits: [['{ private: _, ...manifest }', 'manifest']],
    watch,
    named: 'is public',
  },
  {
    guard: 'Bundlers may leave out what is not imported.',
    file: manifest,
    edits: [['  "sideEffects": false,\n', '']],
    watch,
    named: 'is public',
  },
  {
    guard: 'The optional entries are in the package.',
    file: manifest,
    edits: [['    "./react": "./react/index.ts",\n', '']],
    watch,
    named: 'attw',
  },
  {
    guard: 'The published mock reads the contract from the package.',
    file: mock,
    edits: [['    plugins: [keepFileUrls(root)],\n', '']],
    watch,
    named: 'plant-collection-mock',
  },
  {
    guard: 'The published mock is one file that requires no others (jsonc-parser hides what it requires).',
    file: mock,
    edits: [["'jsonc-parser': 'jsonc-parser/lib/esm/main.js',", '']],
    watch,
    named: 'plant-collection-mock',
  },
  {
    guard: 'The published mock tells an old Node that it is too old.',
    file: 'tools/package/mock-command.js',
    edits: [['major < requiredMajor', 'false']],
    watch,
    named: 'too old',
  },
  {
    guard: 'No package gets into the published mock under a licence that nobody has looked at.',
    file: 'tools/package/licences.ts',
    edits: [['if (!allowed.includes(id))', 'if (id === undefined)']],
    watch,
    named: 'nobody has looked at',
  },
  {
    guard: 'Each package in the published mock has its licence there.',
    file: 'tools/package/licences.ts',
    edits: [['[...folders].map(', '[...folders].slice(50).map(']],
    watch,
    named: 'has the licence',
  },
]

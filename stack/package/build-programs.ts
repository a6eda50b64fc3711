// Builds the packages with a program: a bundle without dependencies, the files that it reads, and licences.
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from '../core/contract/contract.ts'
import { compile } from './compile.ts'
import { bundleWithLicences, keepFileUrls, programForNode, root, stackFile, writeCommand } from './package-folder.ts'

const mockFiles = [
  'generated/openapi.json',
  'generated/openapi-3.0.json',
  'generated/docs.html',
  'generated/docs.md',
  'stack/mock/server/control-openapi.yaml',
]
const publicTypes = ['stack/mock/core/control.ts', 'generated/resources.ts']

const declarations = `import type { MockTypes } from '../generated/resources.js'
import type { RunningMock, StartOptions } from '../stack/mock/core/control.js'

export * from '../stack/mock/core/control.js'
export type { MockTypes }

/** Starts a mock in this process, on a free port. */
export function startMock(options?: StartOptions<MockTypes>): Promise<RunningMock<MockTypes>>
`

/** Builds the mock. @param out An empty or missing folder. */
export async function buildMock(product: Product, out: string): Promise<void> {
  const manifest = {
    name: `${product.name}-mock`,
    description: `A mock of the ${product.title}, with state, scenarios and a clock.`,
    // Frontends have older versions of Node than services. Prism asks for a newer one, but its examples do not need it.
    engines: { node: '>=20.19.0' },
    exports: {
      '.': { types: './mock/start-mock.d.ts', default: './mock/start-mock.js' },
      './control-openapi.yaml': './stack/mock/server/control-openapi.yaml',
      './package.json': './package.json',
    },
  }
  await bundleWithLicences(join(out, 'mock/THIRD-PARTY-LICENSES.txt'), 'The mock', {
    ...programForNode,
    target: 'node20.19',
    entryPoints: { start: 'server/mock.ts', 'start-mock': 'server/start-mock.ts' },
    outdir: join(out, 'mock'),
    // Prism is in a file of its own, which only a mock without state loads.
    splitting: true,
    // The main file of jsonc-parser hides its imports from bundlers.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [keepFileUrls],
  })
  compile(publicTypes, out, { isBundled: (path) => !path.endsWith('.d.ts') })
  await writeFile(join(out, 'mock/start-mock.d.ts'), declarations)
  for (const file of mockFiles) await cp(join(root, file), join(out, file))
  await writeCommand(out, 'mock', manifest, join(root, 'docs/mock.md'))
}

/** Builds the tester in one file, with the contract. @param out An empty or missing folder. */
export async function buildContractTester(product: Product, out: string): Promise<void> {
  const manifest = {
    name: `${product.name}-contract`,
    description: `Tests whether a service keeps the contract of the ${product.title}.`,
  }
  const program = `
    import { runCommand } from './run.ts'
    await runCommand('${manifest.name}', new URL('../generated/openapi.yaml', import.meta.url))
  `
  await bundleWithLicences(join(out, 'THIRD-PARTY-LICENSES.txt'), 'start.js', {
    ...programForNode,
    stdin: { contents: program, resolveDir: stackFile('tester') },
    outfile: join(out, 'contract/start.js'),
  })
  await writeCommand(out, 'contract', manifest, stackFile('tester/README.md'))
}

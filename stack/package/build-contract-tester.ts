// Builds the package of the contract tester: the tester in one file that needs no packages, and the contract.
import { join } from 'node:path'
import type { Product } from '../core/contract/contract-data.ts'
import { bundleWithLicences, programForNode, stackFile, writeCommand } from './package-folder.ts'

/** @param out An empty folder, or none yet. */
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

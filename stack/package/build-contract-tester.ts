// Builds the package of the contract tester: the tester in one file that needs no packages, and the contract.
import { join } from 'node:path'
import type { Product } from '../core/contract/contract-data.ts'
import { keepFileUrls } from './keep-file-urls.ts'
import { bundleWithLicences, programForNode, stackFile, writeCommand } from './package-folder.ts'

/** @param out An empty folder, or none yet. */
export async function buildContractTester(product: Product, out: string): Promise<void> {
  const manifest = {
    name: `${product.name}-contract`,
    description: `Tests whether a service keeps the contract of the ${product.title}.`,
  }
  await bundleWithLicences(join(out, 'THIRD-PARTY-LICENSES.txt'), 'start.js', {
    ...programForNode,
    entryPoints: [stackFile('tester/main.ts')],
    outfile: join(out, 'contract/start.js'),
    plugins: [keepFileUrls],
  })
  await writeCommand(out, 'contract', manifest, stackFile('tester/README.md'))
}

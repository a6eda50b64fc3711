// Builds the package plant-collection-contract: the contract tester in one file that needs no packages, and the contract.
import { join } from 'node:path'
import { product } from '../../generated/product.ts'
import { keepFileUrls } from './keep-file-urls.ts'
import { bundleWithLicences, programForNode, writeCommand } from './package-folder.ts'

const manifest = {
  name: `${product.name}-contract`,
  description: `Tests whether a service keeps the contract of the ${product.title}.`,
}

/** @param out An empty folder, or none yet. */
export async function buildContractTester(out: string): Promise<void> {
  await bundleWithLicences(join(out, 'THIRD-PARTY-LICENSES.txt'), 'start.js', {
    ...programForNode,
    entryPoints: ['stack/tester/main.ts'],
    outfile: join(out, 'contract/start.js'),
    plugins: [keepFileUrls],
  })
  await writeCommand(out, 'contract', manifest, 'stack/tester/README.md')
}

// Builds the package plant-collection-contract: the contract tester in one file that needs no packages, and the contract.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { product } from '../../server/core/product.ts'
import { bundleWithLicences, programForNode, writeCommand } from './package-folder.ts'

// The source file that reads the contract, by a path relative to itself.
const reader = 'tools/contract-tester/contract/openapi.ts'

const manifest = {
  name: `${product.name}-contract`,
  description: `Tests whether a service keeps the contract of the ${product.title}.`,
}

/** @param out The folder. Its previous content is deleted. */
export async function buildContractTester(root: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await bundleWithLicences(root, join(out, 'THIRD-PARTY-LICENSES.txt'), 'start.js', {
    ...programForNode,
    entryPoints: ['tools/contract-tester/main.ts'],
    outfile: join(out, 'contract/start.js'),
    define: { 'import.meta.url': 'readerUrl' },
    banner: { js: `${programForNode.banner.js}const readerUrl = new URL('../${reader}', import.meta.url);` },
  })
  await writeCommand(root, out, 'contract', manifest, 'tools/contract-tester/README.md')
}

// Builds the package plant-collection-contract: the contract tester in one file that needs no packages, and the contract.
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { licencesOf } from './licences.ts'

// The source file that reads the contract, by a path relative to itself.
const reader = 'tools/contract-tester/contract/openapi.ts'

/** @param out The folder. Its previous content is deleted. */
export async function buildContractTester(root: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['tools/contract-tester/main.ts'],
    outfile: join(out, 'contract/start.js'),
    bundle: true,
    minify: true,
    legalComments: 'none', // licences.ts collects all licences in one file
    platform: 'node',
    format: 'esm',
    target: 'node24',
    define: { 'import.meta.url': 'readerUrl' },
    banner: {
      js:
        "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" +
        `const readerUrl = new URL('../${reader}', import.meta.url);`,
    },
    metafile: true,
    logLevel: 'warning',
  })
  await copyFile(join(root, 'tools/package/command.js'), join(out, 'contract/command.js'))
  await chmod(join(out, 'contract/command.js'), 0o755)
  const bundledFiles = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licencesOf(root, bundledFiles, 'start.js'))
  const { version, license, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const manifest = {
    name: 'plant-collection-contract',
    version,
    description: 'Tests whether a service keeps the contract of the Plant Collection Service.',
    license,
    type: 'module',
    engines,
    bin: { 'plant-collection-contract': 'contract/command.js' },
  }
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(root, 'tools/contract-tester/README.md'), join(out, 'README.md'))
  for (const file of ['LICENSE', 'openapi.yaml']) await copyFile(join(root, file), join(out, file))
}

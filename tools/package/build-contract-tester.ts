// Builds the package plant-collection-contract: the contract tester in one file that needs no packages, and the contract.
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { licencesOf } from './licences.ts'

// The bundle reads the contract at the same relative path as the source file.
const bundle = 'tools/contract-tester/contract/command.js'

/** @param out The folder. Its previous content is deleted. */
export async function buildContractTester(root: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['tools/contract-tester/main.ts'],
    outfile: join(out, bundle),
    bundle: true,
    minify: true,
    legalComments: 'none', // licences.ts collects all licences in one file
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  })
  await chmod(join(out, bundle), 0o755)
  const bundledFiles = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licencesOf(root, bundledFiles, 'command.js'))
  const { version, license, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const manifest = {
    name: 'plant-collection-contract',
    version,
    description: 'Tests whether a service keeps the contract of the Plant Collection Service.',
    license,
    type: 'module',
    engines,
    bin: { 'plant-collection-contract': bundle },
  }
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(root, 'tools/contract-tester/README.md'), join(out, 'README.md'))
  for (const file of ['LICENSE', 'openapi.yaml']) await copyFile(join(root, file), join(out, file))
}

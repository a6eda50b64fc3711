// Bundles the entry for Mock Service Worker: it runs the core of the service, which needs packages that an application
// should not have to install.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { licencesOf } from './licences.ts'

/** Whether a built file is not published because the bundle replaces it. Declarations of public types are published. */
export function isBundled(path: string): boolean {
  if (/^(?:client\/msw\/(?:index|handlers|override)|server\/core\/mock\/control)\.d\.ts$/.test(path)) return false
  return /^(?:client\/msw|server)\/|^generated\/(?:plans|examples|\w+-validators)\./.test(path)
}

export async function buildMsw(root: string, out: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['client/msw/index.ts'],
    outfile: join(out, 'client/msw/index.js'),
    bundle: true,
    legalComments: 'none', // licences.ts collects all licences in one file
    // For browsers and for Node.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'es2022',
    external: ['msw'],
    metafile: true,
    logLevel: 'warning',
  })
  const bundledFiles = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  await writeFile(join(out, 'client/msw/THIRD-PARTY-LICENSES.txt'), await licencesOf(root, bundledFiles, 'index.js'))
}

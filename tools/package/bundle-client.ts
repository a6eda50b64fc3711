// Bundles the modules of the client that need packages which an application should not have to install: the core of the
// service in the entry for Mock Service Worker, and the CSV parser.
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { licencesOf } from './licences.ts'

// The parser is a separate bundle, so that a page that does not parse leaves it out.
const bundled = ['client/msw/index', 'client/csv/parse-csv']

/** Whether a built file is not published because a bundle replaces it. Declarations of public types are published. */
export function isBundled(path: string): boolean {
  if (/^(?:client\/msw\/(?:index|handlers|override)|server\/core\/mock\/control)\.d\.ts$/.test(path)) return false
  const isInCore = /^(?:client\/msw|server)\/|^generated\/(?:plans|examples|\w+-validators)\./.test(path)
  return isInCore || /^client\/csv\/(?:parse-csv\.js|usage-error\.)/.test(path)
}

export async function bundleClient(root: string, out: string): Promise<void> {
  for (const module of bundled) await bundle(root, out, module)
}

async function bundle(root: string, out: string, module: string): Promise<void> {
  const file = join(out, `${module}.js`)
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`${module}.ts`],
    outfile: file,
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
  const licences = await licencesOf(root, bundledFiles, `${module}.js`)
  await writeFile(join(dirname(file), 'THIRD-PARTY-LICENSES.txt'), licences)
}

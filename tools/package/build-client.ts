// Builds the client package in a folder. Bundles replace the modules that need packages which an application should not have
// to install: the core of the service in the entry for Mock Service Worker, and the CSV parser.
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compile } from './compile.ts'
import { entriesOf, type Manifest, publishedManifest } from './manifest.ts'
import { bundleWithLicences, writeCommonFiles } from './package-folder.ts'

// The parser is a separate bundle, so that a page that does not parse leaves it out.
const bundled = ['client/msw/index', 'client/csv/parse-csv']

/** @param out The folder. Its previous content is deleted. */
export async function buildClient(root: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  const manifest: Manifest = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'))
  compile(root, entriesOf(manifest), out, isBundled)
  for (const module of bundled) {
    const outfile = join(out, `${module}.js`)
    await bundleWithLicences(root, join(dirname(outfile), 'THIRD-PARTY-LICENSES.txt'), `${module}.js`, {
      entryPoints: [`${module}.ts`],
      outfile,
      // For browsers and for Node.
      platform: 'neutral',
      mainFields: ['module', 'main'],
      target: 'es2022',
      external: ['msw'],
    })
  }
  await writeCommonFiles(root, out, publishedManifest(manifest), 'client/README.md')
}

/** Whether a built file is not published because a bundle replaces it. Declarations of public types are published. */
function isBundled(path: string): boolean {
  if (/^(?:client\/msw\/(?:index|handlers|override)|server\/core\/mock\/control)\.d\.ts$/.test(path)) return false
  const isInCore = /^(?:client\/msw|server)\/|^generated\/(?:plans|examples|\w+-validators)\./.test(path)
  return isInCore || /^client\/csv\/(?:parse-csv\.js|usage-error\.)/.test(path)
}

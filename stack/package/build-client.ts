// Builds the client package. Bundles replace the modules that need other packages: the core of the service in the entry
// for Mock Service Worker, and the CSV parser.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compile } from './compile.ts'
import { builtEntry, bundleWithLicences, dependenciesOn, root, writeCommonFiles } from './package-folder.ts'

// The parser is a separate bundle, so that a page that does not parse leaves it out.
const bundled = ['client/msw/index', 'stack/csv/parse-csv']

interface PackageManifest {
  private?: boolean
  /** Dependencies of the workspace: the stack, whose files the package contains. */
  dependencies?: object
  exports: Record<string, string>
}

/** @param out An empty or missing folder. */
export async function buildClient(out: string): Promise<void> {
  const {
    private: _,
    dependencies: __,
    ...manifest
  }: PackageManifest = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'))
  const modules = Object.entries(manifest.exports)
    .filter(([, file]) => file.endsWith('.ts'))
    .map(([name, file]) => ({ name, path: file.replace('./', 'client/').replace(/\.ts$/, '') }))
  const packages = compile(
    modules.map(({ path }) => `${path}.ts`),
    out,
    { isBundled },
  )
  for (const module of bundled) {
    const outfile = join(out, `${module}.js`)
    await bundleWithLicences(join(dirname(outfile), 'THIRD-PARTY-LICENSES.txt'), `${module}.js`, {
      entryPoints: [`${module}.ts`],
      outfile,
      // For browsers and for Node.
      platform: 'neutral',
      mainFields: ['module', 'main'],
      target: 'es2022',
      external: ['msw'],
    })
  }
  const builtEntries = modules.map(({ name, path }) => [name, builtEntry(`./${path}.ts`)])
  const exports = {
    ...manifest.exports,
    ...Object.fromEntries(builtEntries),
    './openapi.yaml': './generated/openapi.yaml',
  }
  await writeCommonFiles(out, { ...manifest, exports, ...dependenciesOn(packages) }, join(root, 'client/README.md'))
}

/** Whether a built file is not published because a bundle replaces it. Declarations of public types are published. */
function isBundled(path: string): boolean {
  if (/^(?:client\/msw\/(?:index|handlers)|stack\/mock\/(?:msw\/types|core\/control))\.d\.ts$/.test(path)) return false
  if (/^stack\/core\/(?:contract\/(?:contract|collection|operation)\.d\.ts|pipeline\/write-styles\.)/.test(path))
    return false
  const isInCore =
    /^(?:client\/msw|server|stack\/(?:core|mock|server))\/|^generated\/(?:handlers|index|product|\w+-validators)\./.test(
      path,
    )
  return isInCore || path === 'stack/csv/parse-csv.js'
}

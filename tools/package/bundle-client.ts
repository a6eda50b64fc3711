// Bundles the modules of the client that need packages which an application should not have to install: the core of the
// service in the entry for Mock Service Worker, and the CSV parser.
import { dirname, join } from 'node:path'
import { bundleWithLicences } from './package-folder.ts'

// The parser is a separate bundle, so that a page that does not parse leaves it out.
const bundled = ['client/msw/index', 'client/csv/parse-csv']

/** Whether a built file is not published because a bundle replaces it. Declarations of public types are published. */
export function isBundled(path: string): boolean {
  if (/^(?:client\/msw\/(?:index|handlers|override)|server\/core\/mock\/control)\.d\.ts$/.test(path)) return false
  const isInCore = /^(?:client\/msw|server)\/|^generated\/(?:plans|examples|\w+-validators)\./.test(path)
  return isInCore || /^client\/csv\/(?:parse-csv\.js|usage-error\.)/.test(path)
}

export async function bundleClient(root: string, out: string): Promise<void> {
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
}

// Bundles a service with its commands into dist/service.cjs, which starts faster than the source and needs no packages.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { keepFileUrls, root } from './package-folder.ts'

/** Bundles server/main.ts of the product. @returns The path of the bundle. */
export async function buildService(): Promise<string> {
  const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const required = engines.node.replace('>=', '')
  const banner = [
    `if (process.versions.node.localeCompare('${required}', 'en', { numeric: true }) < 0) {
  console.error('The service needs Node ${required} or newer, but this is Node ' + process.versions.node + '. Install one from https://nodejs.org.');
  process.exit(1);
}`,
    // Node does not warn about what packages in node_modules call (parseurl, for Express: url.parse).
    'process.noDeprecation = true;',
    "const bundleUrl = require('node:url').pathToFileURL(__filename);",
  ]

  await build({
    absWorkingDir: root,
    entryPoints: { service: 'server/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    legalComments: 'none',
    platform: 'node',
    // An import of node:http as an ES module loads all of undici, for the WebSocket that it exports.
    format: 'cjs',
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: banner.join('\n') },
    // Otherwise an old Node could fail to parse the file, before it says that it is too old.
    target: 'node18',
    alias: {
      // The main file of jsonc-parser hides its imports from bundlers.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // Express, body-parser and send each have the same version. Each copy sorts all media types at start.
      'mime-types': createRequire(import.meta.resolve('express')).resolve('mime-types'),
    },
    plugins: [keepFileUrls],
    logLevel: 'warning',
  })
  const bundle = join(root, 'dist/service.cjs')
  await writeFile(bundle, toAscii(await readFile(bundle, 'utf8')))
  return 'dist/service.cjs'
}

/**
 * Escapes non-ASCII characters: V8 keeps the source in memory, with two bytes per character if one is not in Latin-1.
 * esbuild leaves these in comments and regular expressions, where `\é` is the same as `é`. This changes `RegExp.source`
 * and the result of `String.raw`: no program may rely on them.
 */
function toAscii(program: string): string {
  return program.replace(/\\[\0-\x7f]|\\?[^\0-\x7f]/g, (part) => {
    const unit = part.charCodeAt(part.length - 1)
    return unit < 0x80 ? part : `\\u${unit.toString(16).padStart(4, '0')}`
  })
}

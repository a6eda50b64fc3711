// What the client adds to a page: the core, minified and gzipped, as a bundler for browsers makes it.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** @param text A module in `built`, the folder of the package, which may import the package by its name. */
export async function gzippedBytes(root: string, built: string, text: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: built },
    nodePaths: [join(root, 'node_modules')], // for openapi-fetch, wherever the package was built
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

export const core = "export { createPlantClient } from '@plant-collection/client'"

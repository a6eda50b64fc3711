// Measures how much the client adds to a web page: bundled, minified and gzipped.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from 'contract-stack/package'
import { build } from 'esbuild'
import { product } from '../../generated/product.ts'

/** @param folder The folder of the package. @param text The code of a module that imports the package by its name. */
export async function gzippedBytes(folder: string, text: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: folder },
    nodePaths: [join(root, 'node_modules')], // has openapi-fetch
    bundle: true,
    // Every application with hooks already has these packages.
    external: ['react', '@tanstack/query-core', '@tanstack/react-query'],
    minify: true,
    format: 'esm',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

const client = `@${product.name}/client`

export const core = `export { createPlantClient } from '${client}'`

export const csvParser = `export { parseCsv } from '${client}/csv'`

export const hooks = `export { PlantsProvider, useCreatePlant, useDeletePlant, usePlant, usePlantEdit, usePlants, useUpdatePlant } from '${client}/react'`

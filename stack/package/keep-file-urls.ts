import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from './package-folder.ts'

/**
 * Some source files read other files by a path relative to themselves. In a bundle, `import.meta.url` would be the bundle.
 * The bundle must be in a folder beside them.
 */
export const keepFileUrls: Plugin = {
  name: 'keep-file-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:generated|server|stack|tools)\/.*\.ts$/ }, async ({ path }) => {
      const file = JSON.stringify(`../${relative(root, path)}`)
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', `new URL(${file}, import.meta.url)`) }
    })
  },
}

import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * Some source files read other files by a path relative to themselves. In a bundle, `import.meta.url` would be the bundle.
 * The bundle must be in a folder beside `server/`.
 */
export function keepFileUrls(root: string): Plugin {
  return {
    name: 'keep-file-urls',
    setup({ onLoad }) {
      onLoad({ filter: /\/server\/.*\.ts$/ }, async ({ path }) => {
        const file = JSON.stringify(`../${relative(root, path)}`)
        const text = await readFile(path, 'utf8')
        return { loader: 'ts', contents: text.replaceAll('import.meta.url', `new URL(${file}, import.meta.url)`) }
      })
    },
  }
}

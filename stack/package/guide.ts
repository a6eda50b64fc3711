// The docs for teams that use the stack, in the folder guide/ of its package.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './package-folder.ts'

const pages = ['contract.md', 'deployment.md', 'handlers.md', 'mock.md', 'operations.md', 'your-own-api.md']

/** @param out The folder of the package, with its other files. */
export async function writeGuide(out: string): Promise<void> {
  await mkdir(join(out, 'guide'), { recursive: true })
  for (const page of pages) {
    const text = await readFile(join(root, 'docs', page), 'utf8')
    await writeFile(join(out, 'guide', page), withPackageLinks(text, out))
  }
}

/** A link to a file that the package does not have becomes its text. */
function withPackageLinks(text: string, out: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)#]*)(#[^)]*)?\)/g, (link, words: string, path: string, fragment = '') => {
    if (path === '' || path.startsWith('https:') || pages.includes(path)) return link
    const packed = path.replace(/^\.\.\/stack\//, '')
    return existsSync(join(out, packed)) ? `[${words}](../${packed}${fragment})` : words
  })
}

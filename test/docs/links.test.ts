// The links of the pages lead to files and headings that exist.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../stack/test/support/folder.ts'
import { run } from '../../stack/test/support/process.ts'

const { stdout } = await run('git', ['ls-files', '*.md', ':!generated'], { cwd: root })
const pages = stdout.trim().split('\n')

async function readProse(page: string): Promise<string> {
  return (await readFile(join(root, page), 'utf8')).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
}

/** Returns the anchors of the headings, as GitHub writes them. */
async function anchorsIn(page: string): Promise<string[]> {
  return Array.from((await readProse(page)).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

async function isBroken(page: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !(await anchorsIn(target)).includes(anchor)
}

it.each(pages)('%s has no broken link', async (page) => {
  const links = Array.from((await readProse(page)).matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, link = '']) => link)
  const broken = await Promise.all(links.map(async (link) => ((await isBroken(page, link)) ? [link] : [])))
  expect(broken.flat()).toEqual([])
})

// Every document for people: its links and the paths that it names exist.
import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const documents = globSync(['*.md', '{client,data,lab,stack}/README.md', 'docs/**/*.md', 'stack/**/README.md'], {
  exclude: ['**/node_modules'],
})

/** A release, `make adopt` and the tutorials create them. */
const created = [
  'docs/released/',
  'docs/released/openapi.yaml',
  'server/close-room.ts',
  'server/handlers/',
  'server/handlers/count-notes.ts',
  'test/server/close-room.test.ts',
  'test/server/rooms.test.ts',
  'test/server/watered-at.test.ts',
  'test/server/waterings.test.ts',
]

describe.each(documents)('%s', (file) => {
  it('names only files, folders and headings that exist', async () => {
    const page = await readFile(file, 'utf8')
    const text = page.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => link)
    const named = /`((?:client|docs|generated|lab|server|stack|test|tools)\/[^`*… ]+)`/g
    const paths = [...text.matchAll(named)].map(([, path = '']) => path)
    const wrongLinks = await Promise.all(links.map(async (link) => ((await isGood(file, link)) ? [] : [link])))
    expect([...wrongLinks.flat(), ...paths.filter((path) => !existsSync(path) && !created.includes(path))]).toEqual([])
  })
})

async function isGood(file: string, link: string): Promise<boolean> {
  const [path, anchor] = link.split('#')
  const target = path ? join(dirname(file), path) : file
  if (!existsSync(target)) return false
  return anchor === undefined || (await anchorsOf(target)).includes(anchor)
}

async function anchorsOf(file: string): Promise<string[]> {
  const headings = (await readFile(file, 'utf8')).matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) => anchorOf(heading))
}

/** As GitHub does it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

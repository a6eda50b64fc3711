// Generates the files of generated/ from the contract in the current folder. The same contract always gives the same
// bytes, so --check can compare the files in the repository with new ones.
//   --check  writes nothing, and fails if a file is out of date
//   --docs   generates the docs page only

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generators } from './generators.ts'

const { values: flags } = parseArgs({ options: { check: { type: 'boolean' }, docs: { type: 'boolean' } } })
const contract = resolve('openapi.yaml')
const folder = resolve('generated')

const selected = Object.entries(generators).filter(([name]) => !flags.docs || name === 'docs.html')
const files = await Promise.all(
  selected.map(async ([name, generate]) => ({ path: join(folder, name), text: await generate(contract) })),
)

if (flags.check) {
  for (const { path, text } of files) {
    const current = await readFile(path, 'utf8').catch(() => undefined) // a missing file is out of date, too
    if (current === text) continue
    console.error(`${relative('', path)} is out of date: run make generate`)
    process.exitCode = 1
  }
} else {
  await mkdir(folder, { recursive: true })
  for (const { path, text } of files) {
    await writeFile(path, text)
    console.log(relative('', path))
  }
}

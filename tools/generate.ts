// Makes generated/ from the contract in the current folder: the same contract gives the same bytes, so that what is
// checked in can be compared with what it should be.
//   --check  writes nothing, and fails if a file is stale
//   --docs   makes the page of docs only

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makers } from './generate/makers.ts'

const { values: flags } = parseArgs({ options: { check: { type: 'boolean' }, docs: { type: 'boolean' } } })
const contract = resolve('openapi.yaml')
const folder = resolve('generated')

const wanted = Object.entries(makers).filter(([name]) => !flags.docs || name === 'docs.html')
const files = await Promise.all(
  wanted.map(async ([name, make]) => ({ path: join(folder, name), text: await make(contract) })),
)

if (flags.check) {
  for (const { path, text } of files) {
    const found = await readFile(path, 'utf8').catch(() => undefined) // a file that is not there is stale, too
    if (found === text) continue
    console.error(`${relative('', path)} is stale: run make generate`)
    process.exitCode = 1
  }
} else {
  await mkdir(folder, { recursive: true })
  for (const { path, text } of files) {
    await writeFile(path, text)
    console.log(relative('', path))
  }
}

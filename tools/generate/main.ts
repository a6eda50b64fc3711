// Generates the files of generated/ from the contract in the current folder: all of them, or none if the contract has an
// error. The same contract always gives the same bytes, so --check can compare the files in the repository with new ones.
//   --check  writes nothing, and fails if a file is out of date
//   --docs   generates the docs page only
//   --quiet  names no files

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type FileGenerator, generators } from './generators.ts'
import { requireReadable } from './read-contract.ts'

const flag = { type: 'boolean', default: false } as const
const { values: flags } = parseArgs({ options: { check: flag, docs: flag, quiet: flag } })
const contract = resolve('openapi.yaml')
const folder = resolve('generated')

try {
  await requireReadable(contract)
  const selected = Object.entries(generators).filter(([name]) => !flags.docs || name === 'docs.html')
  if (!flags.check) await mkdir(folder, { recursive: true })
  for (const { path, text } of await Promise.all(selected.map(generate))) {
    const isCurrent = text === (await readFile(path, 'utf8').catch(() => undefined)) // a missing file is out of date, too
    if (flags.check) {
      if (isCurrent) continue
      console.error(`${relative('', path)} is out of date: run make generate`)
      process.exitCode = 1
    } else {
      if (!isCurrent) await writeFile(path, text)
      if (!flags.quiet) console.log(relative('', path))
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function generate([name, generator]: [string, FileGenerator]): Promise<{ path: string; text: string }> {
  try {
    return { path: join(folder, name), text: await generator(contract) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`cannot generate generated/${name}: ${reason.trim().replaceAll(/\s+/g, ' ')}`, { cause })
  }
}

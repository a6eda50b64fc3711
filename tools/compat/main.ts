// `make compat`: compares the contract with the last released one. Fails if the version number is too low for the changes.
// OLD and NEW name other files. Redocly's rules and tools/compat/breaking-changes.js decide which changes are breaking.
import { access } from 'node:fs/promises'
import { type Comparison, compare } from './compare.ts'
import { listChanges } from './list.ts'
import { checkVersion, type VersionCheck } from './required-version.ts'

const defaults = { base: 'docs/released/openapi.yaml', revision: 'openapi.yaml' }
const { OLD: base = defaults.base, NEW: revision = defaults.revision } = process.env

process.exitCode = 2
try {
  await Promise.all([base, revision].map(requireFile))
  const comparison = await compare(base, revision)
  print(comparison, checkVersion(comparison))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}

function print({ versions, changes }: Comparison, { passes, line }: VersionCheck): void {
  console.log(`${base} (${versions.base}) -> ${revision} (${versions.revision})\n`)
  if (changes.length > 0) console.log(`${listChanges(changes).join('\n')}\n`)
  console.log(line)
  process.exitCode = passes ? 0 : 1
}

async function requireFile(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new Error(
      `${file} does not exist. Name two contracts: make compat OLD=${defaults.base} NEW=${defaults.revision}`,
    )
  })
}

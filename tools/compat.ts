// `make compat`: compares the contract with the last released one, and fails unless its version says what changed.
// OLD and NEW name other files. What breaks is decided by Redocly's rules and by ours in tools/redocly/changes.js.
import { access } from 'node:fs/promises'
import { type Comparison, compare } from './compat/compare.ts'
import { listed } from './compat/list.ts'
import { judge, type Verdict } from './compat/verdict.ts'

const { OLD: base = 'docs/released/openapi.yaml', NEW: revision = 'openapi.yaml' } = process.env

process.exitCode = 2
try {
  await Promise.all([base, revision].map(mustBeThere))
  const comparison = await compare(base, revision)
  print(comparison, judge(comparison))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}

function print({ versions, changes }: Comparison, { passes, line }: Verdict): void {
  console.log(`${base} (${versions.base}) -> ${revision} (${versions.revision})\n`)
  if (changes.length > 0) console.log(`${listed(changes).join('\n')}\n`)
  console.log(line)
  process.exitCode = passes ? 0 : 1
}

async function mustBeThere(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new Error(`${file} is not there: name two contracts, as in make compat OLD=${base} NEW=${revision}`)
  })
}

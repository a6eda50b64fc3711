// `make compat`: compares the resolved spec with the last release, or the files OLD and NEW. Fails if the version
// is too low for the changes.

import { existsSync } from 'node:fs'
import { sourceLocations } from '../contract/complete/complete-contract.ts'
import { getKeys } from '../contract/model/node.ts'
import { readYaml } from '../contract/read/read-yaml.ts'
import { type ContractChange, checkVersion, compare, type Impact, impacts } from './compare.ts'

const defaults = { base: 'docs/released/openapi.yaml', revision: 'generated/openapi.yaml' }
const { OLD: base = defaults.base, NEW: revision = defaults.revision } = process.env
const labels: Record<Impact, string> = { major: 'breaking', minor: 'new', patch: 'changed' }

process.exitCode = 2
try {
  if (base === defaults.base && !existsSync(base)) {
    console.log(`there is no release to compare with: ${base} does not exist`)
    process.exit(0)
  }
  const missing = [base, revision].find((file) => !existsSync(file))
  if (missing !== undefined)
    throw new Error(
      `${missing} does not exist. Name two contracts: make compat OLD=${defaults.base} NEW=${defaults.revision}`,
    )
  const locate =
    revision === defaults.revision
      ? sourceLocations(readYaml('openapi.yaml'), readYaml(revision).document.toJS())
      : undefined
  const comparison = await compare(base, revision, locate)
  const { versions, changes } = comparison
  const { passes, line } = checkVersion(comparison)
  console.log(`${base} (${versions.base}) -> ${revision} (${versions.revision})\n`)
  const breakingFirst = changes.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
  if (changes.length > 0) console.log(`${breakingFirst.flatMap(describe).join('\n')}\n`)
  console.log(line)
  process.exitCode = passes ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}

/** @returns A line for the change, followed by a line for each reason why it is breaking. */
function describe(change: ContractChange): string[] {
  const reasons = change.verdicts.map(({ message, ruleId }) => `${' '.repeat(10)}${message} (${ruleId})`)
  return [`${labels[change.impact].padEnd(9)} ${describeLocation(change)}`, ...reasons]
}

function describeLocation({ path, property, kind, revision, base }: ContractChange): string {
  const [top = '', ...rest] = getKeys(path)
  const [apiPath = '', method = '', ...innerPath] = rest
  const isOperation = top === 'paths' && method !== '' && method !== 'parameters'
  const where = isOperation ? [`${method.toUpperCase()} ${apiPath}`, ...innerPath] : [top, ...rest]
  return `${[...where, property ?? kind].join(' ')} (${revision ?? base})`
}

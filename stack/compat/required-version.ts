// Decides which version number the changes of the contract require. The rule is that of `redocly diff --check-version`,
// except that a breaking change requires a new major version below 1.0.0, too.
import { type Comparison, impacts } from './compare.ts'

/** @returns The result in one line. If the check fails, the line says what to do. */
export function checkVersion({ versions: { base, revision }, changes }: Comparison): { passes: boolean; line: string } {
  const impact = impacts.findLast((impact) => changes.some((change) => change.impact === impact))
  const [major, minor, patch] = parsed(base)
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }
  const required = (impact ? next[impact] : [major, minor, patch]).join('.')
  const passes = parsed(revision).join('.').localeCompare(required, 'en', { numeric: true }) >= 0
  const name = impact === undefined ? 'no change' : impact === 'major' ? 'breaking' : 'not breaking'
  if (passes) return { passes, line: `${name}: version ${revision} is high enough after ${base}` }
  const advice = impact === 'major' ? 'raise info.version, or undo the breaking change' : 'raise info.version'
  const problem = `the next version must be ${required} or higher, but info.version is ${revision}`
  return { passes, line: `${name}: ${problem}: ${advice}` }
}

function parsed(version: string): [major: number, minor: number, patch: number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  if (patch === undefined) throw new Error(`info.version must be three numbers, such as 1.0.0, but it is ${version}`)
  return [Number(major), Number(minor), Number(patch)]
}

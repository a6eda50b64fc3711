// Whether the version says what became of the contract. As `redocly diff --check-version` has it, but for one thing: a
// break asks for a major version below 1.0.0 as well.
import { type Comparison, type Impact, impacts } from './compare.ts'

type Version = [major: number, minor: number, patch: number]

export interface Verdict {
  passes: boolean
  /** The verdict and, if it is red, what to do. */
  line: string
}

export function judge({ versions: { base, revision }, changes }: Comparison): Verdict {
  const impact = impacts.findLast((impact) => changes.some((change) => change.impact === impact))
  const least = raised(parsed(base), impact)
  const passes = isAtLeast(parsed(revision), least)
  const name = impact === undefined ? 'no change' : impact === 'major' ? 'breaking' : 'not breaking'
  if (passes) return { passes, line: `${name}, and ${revision} after ${base} says no less` }
  const mend = impact === 'major' ? 'raise it, or take back what breaks' : 'raise it'
  const order = `the next version must be ${least.join('.')} or higher, but info.version is ${revision}`
  return { passes, line: `${name}: ${order}: ${mend}` }
}

function raised([major, minor, patch]: Version, impact: Impact | undefined): Version {
  if (impact === 'major') return [major + 1, 0, 0]
  if (impact === 'minor') return [major, minor + 1, 0]
  return [major, minor, impact === 'patch' ? patch + 1 : patch]
}

function isAtLeast(version: Version, least: Version): boolean {
  const [differing = 0] = version.map((part, index) => part - (least[index] ?? 0)).filter((by) => by !== 0)
  return differing >= 0
}

function parsed(version: string): Version {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  if (patch === undefined) throw new Error(`info.version must be three numbers, such as 1.0.0, not ${version}`)
  return [Number(major), Number(minor), Number(patch)]
}

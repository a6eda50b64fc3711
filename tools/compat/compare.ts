// What `redocly diff` says of two contracts, our own rules included (tools/redocly/changes.js), and no more than we use.
import { redocly } from '../generate/redocly.ts'

/** What a release with such a change raises at least, the least first. */
export const impacts = ['patch', 'minor', 'major'] as const
export type Impact = (typeof impacts)[number]

export interface Change {
  impact: Impact
  /** A JSON Pointer to it; what stands in a component is named by the first place that uses it. */
  path: string
  kind: 'added' | 'removed' | 'modified'
  /** Only what was modified has one. */
  property?: string
  /** Why it breaks, each by the rule that says so. */
  verdicts: readonly { ruleId: string; message: string }[]
  typeName: string
  /** What was removed has the second only. */
  revision?: Place
  base?: Place
}

interface Place {
  file: string
  line: number
}

export interface Comparison {
  /** `info.version` of both. */
  versions: { base: string; revision: string }
  /** Without that of the version itself. */
  changes: Change[]
}

export async function compare(base: string, revision: string): Promise<Comparison> {
  const printed = await redocly('diff', base, revision, '--format', 'json', '--fail-on', 'none').catch((cause) => {
    throw new Error(`${base} and ${revision} cannot be compared: see what redocly lint says of each`, { cause })
  })
  const { infoVersions, changes }: { infoVersions: Comparison['versions']; changes: Change[] } = JSON.parse(printed)
  const isVersion = ({ typeName, property }: Change) => typeName === 'Info' && property === 'version'
  return { versions: infoVersions, changes: changes.filter((change) => !isVersion(change)) }
}

// Runs `redocly diff` with our own rules (tools/compat/breaking-changes.js), and declares the part of its report that we use.
import { redocly } from '../generate/redocly.ts'

/** The part of the version number that a change must raise, from the lowest. */
export const impacts = ['patch', 'minor', 'major'] as const
export type Impact = (typeof impacts)[number]

export interface Change {
  impact: Impact
  /** A JSON Pointer. For a change in a component, it names the first place that uses the component. */
  path: string
  kind: 'added' | 'removed' | 'modified'
  /** Only for `modified`. */
  property?: string
  /** Why the change is breaking. */
  verdicts: readonly { ruleId: string; message: string }[]
  typeName: string
  /** Missing if the node was removed. */
  revision?: Place
  base?: Place
}

interface Place {
  file: string
  line: number
}

export interface Comparison {
  /** `info.version` of both contracts. */
  versions: { base: string; revision: string }
  /** Without the change of `info.version` itself. */
  changes: Change[]
}

export async function compare(base: string, revision: string): Promise<Comparison> {
  const output = await redocly('diff', base, revision, '--format', 'json', '--fail-on', 'none').catch((cause) => {
    throw new Error(`cannot compare ${base} with ${revision}. Run redocly lint on each of them.`, { cause })
  })
  const { infoVersions, changes }: { infoVersions: Comparison['versions']; changes: Change[] } = JSON.parse(output)
  const isVersion = ({ typeName, property }: Change) => typeName === 'Info' && property === 'version'
  return { versions: infoVersions, changes: changes.filter((change) => !isVersion(change)) }
}

// Runs `redocly diff` with our own rules (stack/compat/breaking-changes.js), and declares the part of its report that we
// use. `redocly diff` gets both contracts in one notation; the report names the lines of the given files.
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readYaml, type Yaml } from '../generate/read-yaml.ts'
import { redocly } from '../generate/redocly.ts'
import { normalise } from './normalise.ts'

/** The part of the version number that a change must raise, from the lowest. */
export const impacts = ['patch', 'minor', 'major'] as const
export type Impact = (typeof impacts)[number]

/** @typeParam Place By default, file and line. */
export interface Change<Place = string> {
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
  revision?: Place | undefined
  base?: Place | undefined
}

export interface Comparison {
  /** `info.version` of both contracts. */
  versions: { base: string; revision: string }
  /** Without the change of `info.version` itself. */
  changes: Change[]
}

/** The part of the report of `redocly diff` that we use. */
interface Report {
  infoVersions: Comparison['versions']
  changes: Change<{ pointer: string }>[]
}

/** @param locate Returns file and line of a JSON Pointer in the file that the revision is generated from. */
export async function compare(base: string, revision: string, locate?: Yaml['locate']): Promise<Comparison> {
  try {
    const generated = readYaml(revision)
    return await diff(readYaml(base), { ...generated, locate: locate ?? generated.locate })
  } catch (cause) {
    throw new Error(`cannot compare ${base} with ${revision}. Run redocly lint on each of them.`, { cause })
  }
}

async function diff(base: Yaml, revision: Yaml): Promise<Comparison> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contracts-'))
  const write = async (name: string, { document, locate }: Yaml, other: Yaml) => {
    const file = join(folder.path, name)
    const normalised = normalise(document, other.document)
    await writeFile(file, JSON.stringify(normalised))
    return { file, place: (at?: { pointer: string }) => at && locate(at.pointer, normalised) }
  }
  const [before, after] = [await write('base.json', base, revision), await write('revision.json', revision, base)]
  const output = await redocly('diff', before.file, after.file, '--format', 'json', '--fail-on', 'none')
  const { infoVersions, changes }: Report = JSON.parse(output)
  return {
    versions: infoVersions,
    changes: changes
      .filter(({ typeName, property }) => typeName !== 'Info' || property !== 'version')
      .map((change) => ({ ...change, base: before.place(change.base), revision: after.place(change.revision) })),
  }
}

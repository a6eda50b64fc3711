// Runs `redocly diff` on two contracts in one spelling, and says whether the version number is high enough. The report
// names lines of the input files.
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readYaml, type Yaml } from '../contract/read/read-yaml.ts'
import { redocly } from '../redocly/run.ts'
import { normalise } from './normalise.ts'

/** The part of the version number that a change must raise, from the lowest. */
export const impacts = ['patch', 'minor', 'major'] as const
export type Impact = (typeof impacts)[number]

/** @typeParam Location By default, file and line. */
export interface ContractChange<Location = string> {
  impact: Impact
  /** A JSON Pointer. For a change in a component, it names the first use of the component. */
  path: string
  kind: 'added' | 'removed' | 'modified'
  /** Name of the property; only for `modified`. */
  property?: string
  verdicts: readonly { ruleId: string; message: string }[]
  typeName: string
  /** Missing if the node was removed. */
  revision?: Location | undefined
  base?: Location | undefined
}

export interface Comparison {
  /** `info.version` of both contracts. */
  versions: { base: string; revision: string }
  /** Changes without the one of `info.version` itself. */
  changes: ContractChange[]
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
    return { file, lineOf: (at?: { pointer: string }) => at && locate(at.pointer, normalised) }
  }
  const [before, after] = [await write('base.json', base, revision), await write('revision.json', revision, base)]
  const output = await redocly('diff', before.file, after.file, '--format', 'json', '--fail-on', 'none')
  const report: { infoVersions: Comparison['versions']; changes: ContractChange<{ pointer: string }>[] } =
    JSON.parse(output)
  const { infoVersions: versions, changes } = report
  return {
    versions,
    changes: changes
      .filter(({ typeName, property }) => typeName !== 'Info' || property !== 'version')
      .map((change) => ({ ...change, base: before.lineOf(change.base), revision: after.lineOf(change.revision) })),
  }
}

/**
 * As `redocly diff --check-version`, but a breaking change requires a new major version even below 1.0.0.
 * @returns The result in one line. If the check fails, the line says what to do.
 */
export function checkVersion({ versions: { base, revision }, changes }: Comparison): { passes: boolean; line: string } {
  const impact = impacts.findLast((impact) => changes.some((change) => change.impact === impact))
  const [major, minor, patch] = parseVersion(base)
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }
  const required = (impact ? next[impact] : [major, minor, patch]).join('.')
  const passes = parseVersion(revision).join('.').localeCompare(required, 'en', { numeric: true }) >= 0
  const name = impact === undefined ? 'no change' : impact === 'major' ? 'breaking' : 'not breaking'
  if (passes) return { passes, line: `${name}: version ${revision} is high enough after ${base}` }
  const advice = impact === 'major' ? 'raise info.version, or undo the breaking change' : 'raise info.version'
  const problem = `the next version must be ${required} or higher, but info.version is ${revision}`
  return { passes, line: `${name}: ${problem}: ${advice}` }
}

function parseVersion(version: string): [major: number, minor: number, patch: number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  if (patch === undefined) throw new Error(`info.version must be three numbers, such as 1.0.0, but it is ${version}`)
  return [Number(major), Number(minor), Number(patch)]
}

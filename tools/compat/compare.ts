// Runs `redocly diff` with our own rules (tools/compat/breaking-changes.js), and declares the part of its report that we
// use. `redocly diff` gets both contracts in one notation; the report names the lines of the given files.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { lineOf } from '../generate/read-yaml.ts'
import { redocly } from '../generate/redocly.ts'
import { normalise } from './normalise.ts'

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
  revision?: Place | undefined
  base?: Place | undefined
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

/** The part of the report of `redocly diff` that we use. */
interface Report {
  infoVersions: Comparison['versions']
  changes: (Omit<Change, 'base' | 'revision'> & { base?: Pointer; revision?: Pointer })[]
}

/** A place in a contract in one notation. */
interface Pointer {
  pointer: string
}

type PlaceOf = (pointer: string) => string

interface ContractFile {
  name: string
  document: Document
  lines: LineCounter
  placeOf?: PlaceOf | undefined
}

/** @param placeOf Returns file and line of a JSON Pointer in the file that the revision is generated from. */
export async function compare(base: string, revision: string, placeOf?: PlaceOf): Promise<Comparison> {
  try {
    return await diff(await readContract(base), { ...(await readContract(revision)), placeOf })
  } catch (cause) {
    throw new Error(`cannot compare ${base} with ${revision}. Run redocly lint on each of them.`, { cause })
  }
}

async function diff(base: ContractFile, revision: ContractFile): Promise<Comparison> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contracts-'))
  const write = async (name: string, contract: ContractFile, other: ContractFile) => {
    const file = join(folder.path, name)
    const document = normalise(contract.document, other.document)
    await writeFile(file, JSON.stringify(document))
    const place = (at?: Pointer) => at && placeIn(at.pointer, document, contract)
    return { file, place }
  }
  const [before, after] = [await write('base.json', base, revision), await write('revision.json', revision, base)]
  const output = await redocly('diff', before.file, after.file, '--format', 'json', '--fail-on', 'none')
  const { infoVersions, changes }: Report = JSON.parse(output)
  const isVersion = ({ typeName, property }: Report['changes'][number]) => typeName === 'Info' && property === 'version'
  return {
    versions: infoVersions,
    changes: changes
      .filter((change) => !isVersion(change))
      .map((change) => ({ ...change, base: before.place(change.base), revision: after.place(change.revision) })),
  }
}

/** @throws If the file is not valid YAML. */
async function readContract(name: string): Promise<ContractFile> {
  const lines = new LineCounter()
  const document = parseDocument(await readFile(name, 'utf8'), { lineCounter: lines, stringKeys: true })
  if (document.errors[0]) throw document.errors[0]
  return { name, document, lines }
}

/** @param document The contract in another notation. Its nodes still have the `range` that they have in the file. */
function placeIn(pointer: string, document: Document, { name, lines, placeOf }: ContractFile): Place {
  if (placeOf === undefined) return { file: name, line: lineOf(pointer, document, lines) }
  const [file = '', line] = placeOf(pointer).split(':')
  return { file, line: Number(line) }
}

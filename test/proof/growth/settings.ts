// Reads the settings of a run from the environment. The process ends with 2 if one is not valid.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { readCount, readSeed, refuse } from '../../../tools/contract-tester/environment.ts'

const allSizes = [1_000, 100_000, 1_000_000, 10_000_000]
const engineNames = ['sqlite', 'postgresql'] as const
export type EngineName = (typeof engineNames)[number]

const leastRecordedRounds = 12
/** Of both engines, with room for the log of PostgreSQL while it loads. */
const bytesPerPlant = 1_000
const spareBytes = 3e9

export interface Settings {
  /** The smallest first. */
  sizes: number[]
  engines: EngineName[]
  rounds: number
  seed: number
}

export function readSettings(): Settings {
  const { RECORD, SIZES = '', ENGINE = '' } = process.env
  const rounds = readCount('ROUNDS', 1) ?? leastRecordedRounds
  const engines = engineNames.filter((name) => ENGINE === '' || name === ENGINE)
  if (engines.length === 0) refuse(`ENGINE=${ENGINE} is not the name of an engine. Use ${engineNames.join(' or ')}.`)
  if (RECORD && (rounds < leastRecordedRounds || SIZES || ENGINE)) {
    refuse(`RECORD=1 is for complete runs: leave out SIZES and ENGINE, and use ROUNDS=${leastRecordedRounds} or more.`)
  }
  if (process.platform !== 'linux') refuse('make growth needs Linux: it reads the CPU time of PostgreSQL from /proc.')
  return { sizes: readSizes(SIZES), engines, rounds, seed: readSeed() }
}

function readSizes(text: string): number[] {
  if (text === '') return allSizes
  const sizes = text.split(',').map(Number)
  const isValid = sizes.every((size) => size % 1_000 === 0 && size >= 1_000 && size <= 100_000_000)
  if (!isValid) refuse(`SIZES=${text} is not valid. Use multiples of 1000 with commas, like SIZES=1000,100000.`)
  return [...new Set(sizes)].toSorted((one, other) => one - other)
}

/** Ends the process with 2 if the temporary folder has too little space for the data of the run. */
export async function checkSpace({ sizes }: Settings): Promise<void> {
  const needed = sizes.reduce((sum, size) => sum + size * bytesPerPlant, spareBytes)
  const { bavail, bsize } = await statfs(tmpdir())
  const gigabytes = (bytes: number) => `${Math.ceil(bytes / 1e9)} GB`
  if (bavail * bsize >= needed) return
  refuse(
    `The run needs ${gigabytes(needed)} in ${tmpdir()}, where ${gigabytes(bavail * bsize)} are free. ` +
      'Set TMPDIR= to another folder, or SIZES= to smaller sizes.',
  )
}

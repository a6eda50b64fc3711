// `make mutants`: StrykerJS changes the code of server and client, one small thing at a time, and expects a test to fail
// for each change. FILES (globs, with spaces) limits it to some files. Results are kept in .stryker/ and reused until the
// code or a test changes; FORCE=1 runs every mutant again. All of them take hours: SAMPLE=12 takes random files, with 12 %
// of the code.
import { hash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
import { readCount, readSeed, refuse } from '../../stack/environment.ts'
import { printResult } from '../print-result.ts'
import { row, scoreOf } from './score.ts'
import { mutate, unseenFiles } from './stryker.ts'

const leastScore = 0.95
const startedAt = Date.now()
const { FILES = '', FORCE } = process.env
const globs = (FILES || '{server,client,stack/{client,core,csv,mock,react,server}}/**/*.ts').split(/\s+/)
if (globSync(globs).length === 0) refuse(`FILES=${FILES} matches no file.`)
const sample = readCount('SAMPLE', 1)
const seed = sample && readSeed()
const files = sample === undefined ? globs : randomFiles(sample / 100)
// Many mutants wait: for a response, or until their time is over.
const concurrency = readCount('CONCURRENCY', 1) ?? 2 * availableParallelism()
const results = Object.entries((await mutate({ files, concurrency, force: Boolean(FORCE) })).files)
// Without earlier results of other files.
const chosen = results.filter(([file]) => files.some((glob) => matchesGlob(file, glob)))
const all = chosen.flatMap(([, { mutants }]) => mutants)
printResult({
  title: 'Mutants of the code',
  shows: 'A test fails for nearly every mutant that StrykerJS knows in the code of server and client.',
  command: ['make mutants', FILES && `FILES='${FILES}'`, sample && `SAMPLE=${sample} SEED=${seed}`]
    .filter(Boolean)
    .join(' '),
  seconds: (Date.now() - startedAt) / 1000,
  rows: [row(all)],
})
process.exitCode = FILES || scoreOf(all) >= leastScore ? 0 : 1

/** Files with this part of the bytes, in an order that SEED decides. */
function randomFiles(part: number): string[] {
  const all = globSync(globs, { exclude: unseenFiles })
  const sizes = new Map(all.map((file) => [file, statSync(file).size]))
  const shuffled = all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  let rest = part * [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return shuffled.filter((file) => {
    const isChosen = rest > 0
    rest -= sizes.get(file) ?? 0
    return isChosen
  })
}

function keyOf(file: string): string {
  return hash('sha256', `${seed} ${file}`)
}

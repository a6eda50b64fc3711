// `make mutants`: StrykerJS changes the code of server and client, one small thing at a time, and expects a test to fail
// for each change. FILES (globs, with spaces) limits it to some files. Results are kept in .stryker/ and reused until the
// code or a test changes; FORCE=1 runs every mutant again. All of them take hours: SAMPLE=2 takes a random 2 % of them.
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
import { readCount, readSeed, refuse } from '../../stack/environment.ts'
import { generate, roomsFolder } from '../../stack/test/support/product.ts'
import { printResult } from '../print-result.ts'
import { getScore, row } from './score.ts'
import { mutate } from './stryker.ts'

const leastScore = 0.95
const startedAt = Date.now()
const { FILES = '', FORCE } = process.env
const globs = FILES || '{server,client,stack/{client,core,csv,mock,react,server}}/**/*.ts'
const files = globs.split(/\s+/)
if (globSync(files).length === 0) refuse(`FILES=${FILES} matches no file.`)
const sample = readCount('SAMPLE', 1)
const seed = sample && readSeed()
// For the plugin of StrykerJS.
if (sample) Object.assign(process.env, { SAMPLE: sample, SEED: seed })
// Many mutants wait: for a response, or until their time is over.
const concurrency = readCount('CONCURRENCY', 1) ?? 2 * availableParallelism()
await generate(roomsFolder)
const options = { files, concurrency, force: Boolean(FORCE), isSample: sample !== undefined }
const results = Object.entries((await mutate(options)).files)
// Without earlier results of other files.
const chosen = results.filter(([file]) => files.some((glob) => matchesGlob(file, glob)))
const all = chosen.flatMap(([, { mutants }]) => mutants)
printResult({
  title: 'Mutants of the code',
  shows: `A test fails for at least ${100 * leastScore} % of the mutants that StrykerJS knows in these files.`,
  command: ['make mutants', `FILES='${globs}'`, sample && `SAMPLE=${sample} SEED=${seed}`].filter(Boolean).join(' '),
  seconds: (Date.now() - startedAt) / 1000,
  rows: [row(all)],
})
process.exitCode = getScore(all) >= leastScore ? 0 : 1

// `make mutants`: StrykerJS changes the code of server and client, one small thing at a time, and expects a test to fail
// for each change. FILES (globs, with spaces) limits it to some files. Results are kept in .stryker/ and reused until the
// code or a test changes; FORCE=1 runs every mutant again.
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
import { readCount, refuse } from '../../../tools/environment.ts'
import { printResult, renderTable } from '../print-result.ts'
import { row, rowsByFolder, scoreOf, survivors } from './score.ts'
import { mutate } from './stryker.ts'

const leastScore = 0.95
const startedAt = Date.now()
const { FILES = '', FORCE } = process.env
const files = (FILES || 'server/**/*.ts client/**/*.ts').split(/\s+/)
if (globSync(files).length === 0) refuse(`FILES=${FILES} matches no file.`)
// Many mutants wait: for a response, or until their time is over.
const concurrency = readCount('CONCURRENCY', 1) ?? 2 * availableParallelism()
const report = await mutate({ files, concurrency, force: Boolean(FORCE) })

for (const survivor of survivors(report, (file) => files.some((glob) => matchesGlob(file, glob)))) {
  console.log(`\n${survivor}`)
}
const all = Object.values(report.files).flatMap(({ mutants }) => mutants)
console.log(`\n${renderTable(rowsByFolder(report))}`)
printResult({
  title: 'Mutants of the code',
  shows: 'A test fails for nearly every mutant that StrykerJS knows in the code of server and client.',
  command: FILES ? `make mutants FILES='${FILES}'` : 'make mutants',
  seconds: (Date.now() - startedAt) / 1000,
  rows: [row('all', all)],
})
process.exitCode = FILES || scoreOf(all) >= leastScore ? 0 : 1

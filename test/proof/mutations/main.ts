// `make mutants`: StrykerJS changes the code of server and client, one small thing at a time, and expects a test to fail
// for each change. FILES (globs, with spaces) limits it to some files. Results are kept in .stryker/ and reused until the
// code or a test changes; FORCE=1 runs every mutant again.
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { readCount, refuse } from '../../../tools/contract-tester/environment.ts'
import { record } from '../figures.ts'
import { columns, percent, row, rowsByFolder, scoreOf, survivors } from './score.ts'
import { mutate } from './stryker.ts'

const leastScore = 0.95
const startedAt = Date.now()
const { FILES = '', FORCE } = process.env
const files = (FILES || 'server/**/*.ts client/**/*.ts').split(/\s+/)
if (globSync(files).length === 0) refuse(`FILES=${FILES} matches no file.`)
const concurrency = readCount('CONCURRENCY', 1) ?? 2
const report = await mutate({ files, concurrency, force: Boolean(FORCE) })

for (const survivor of survivors(report, (file) => files.some((glob) => matchesGlob(file, glob)))) {
  console.log(`\n${survivor}`)
}
const all = Object.values(report.files).flatMap(({ mutants }) => mutants)
const rows = [...rowsByFolder(report), row('all', all)]
console.log(`\n${[columns, ...rows].map((cells) => cells.join('\t')).join('\n')}`)
process.exitCode = FILES || scoreOf(all) >= leastScore ? 0 : 1

if (!FILES) {
  await record('mutants', {
    title: 'Mutants of the code',
    shows:
      'StrykerJS makes every mutant that it knows in the code of server and client, entry files excepted. A mutant is ' +
      'killed when a test fails. Results of unchanged code are reused: the first run takes about an hour. ' +
      '`.stryker/report.html` shows each mutant.',
    command: 'make mutants',
    seconds: (Date.now() - startedAt) / 1000,
    figures: { Mutants: all.length, Score: percent(scoreOf(all)) },
    tables: [{ title: 'By folder', columns, rows }],
  })
}

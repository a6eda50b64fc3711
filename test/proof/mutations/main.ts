// `make mutants`: lets StrykerJS change the code of server and client, one small thing at a time, and expects a test to
// fail for each change. FILES (globs, with commas) limits it to some files. Results are kept in .stryker/ and reused
// until the code or a test changes; FORCE=1 runs every mutant again.
import { matchesGlob } from 'node:path'
import { readCount } from '../../../tools/contract-tester/settings.ts'
import { record } from '../figures.ts'
import { columns, percent, row, rowsByFolder, scoreOf, survivors } from './score.ts'
import { mutate, type Part, parts } from './stryker.ts'

const leastScore = 0.95
const startedAt = Date.now()
const files = process.env.FILES?.split(',').filter(Boolean)
const options = { concurrency: readCount('CONCURRENCY') ?? 2, force: process.env.FORCE !== undefined }

const reports = []
for (const part of Object.keys(parts) as Part[]) {
  const own = files?.filter((glob) => glob.startsWith(`${part}/`))
  if (own === undefined || own.length > 0) reports.push(await mutate(part, { ...options, files: own }))
}

const isShown = (file: string) => files?.some((glob) => matchesGlob(file, glob)) ?? true
for (const report of reports) for (const survivor of survivors(report, isShown)) console.log(`\n${survivor}`)
const all = reports.flatMap((report) => Object.values(report.files)).flatMap(({ mutants }) => mutants)
const rows = [...reports.flatMap(rowsByFolder), row('all', all)]
console.log(`\n${[columns, ...rows].map((cells) => cells.join('\t')).join('\n')}`)
process.exitCode = files !== undefined || scoreOf(all) >= leastScore ? 0 : 1

if (files === undefined) {
  await record('mutants', {
    title: 'Mutants of the code',
    shows:
      'StrykerJS makes every mutant that it knows in the code of server and client, entry files excepted. A mutant is ' +
      'killed when a test fails. `.stryker/*.html` shows each mutant.',
    command: 'make mutants',
    seconds: (Date.now() - startedAt) / 1000,
    figures: { Mutants: all.length, Score: percent(scoreOf(all)) },
    tables: [{ title: 'By folder', columns, rows }],
  })
}

// `make mutants`: StrykerJS changes the code of server and client, one small thing at a time, and expects a test to fail
// for each change. FILES (globs, with spaces) limits it to some files. Results are kept in .stryker/ and reused until the
// code or a test changes; FORCE=1 runs every mutant again. All of them take hours: SAMPLE=2 takes a random 2 % of them.
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { refuse } from '../../stack/environment.ts'
import { generate, roomsFolder } from '../../stack/test/support/product.ts'
import { readCount, readSeed } from '../../stack/test/support/read-settings.ts'
import { printResult } from '../print-result.ts'

/** Files that only processes and browsers execute, which StrykerJS does not see. */
const unseenFiles = [
  'server/{main,mock}.ts',
  'stack/**/{print-token,run,run-mock,shutdown,start}.ts',
  '{client,client/{csv,query,react},stack/{client,csv,msw,query,react}}/index.ts',
  'stack/csv/run-command.ts',
  'stack/query/{lists,mutations}.ts',
  '{client,stack}/react/hooks.ts',
  'stack/react/{deletions,observer}.ts',
  'client/app/**',
]

const leastScore = 0.95
const { FILES = '', FORCE } = process.env
const globs = FILES || '{server,client,stack/{client,core,csv,mock,react,server}}/**/*.ts'
const files = globs.split(/\s+/)
if (globSync(files).length === 0) refuse(`FILES=${FILES} matches no file.`)
const sample = readCount('SAMPLE', 1)
const seed = sample && readSeed()
if (sample) Object.assign(process.env, { SAMPLE: sample, SEED: seed })
await generate(roomsFolder)
const mutants = await new Stryker({
  mutate: [...files, ...unseenFiles.map((glob) => `!${glob}`)],
  testRunner: 'vitest',
  vitest: { configFile: 'lab/mutations/vitest.config.ts', related: true },
  coverageAnalysis: 'perTest',
  incremental: true,
  // StrykerJS forgets the results of mutants that are not in the sample.
  incrementalFile: `.stryker/${sample ? 'sample' : 'results'}.json`,
  force: Boolean(FORCE),
  // Many mutants wait: for a response, or until their time is over.
  concurrency: readCount('CONCURRENCY', 1) ?? 2 * availableParallelism(),
  timeoutMS: 10_000,
  // Of the time of all tests that execute the mutant, although only the closest ones run.
  timeoutFactor: 0.2,
  dryRunTimeoutMinutes: 30,
  tempDirName: '.stryker/sandbox',
  ignorePatterns: ['.stryker', '.data', 'dist', '{lab,test,tools}/**/node_modules'],
  disableTypeChecks: '{stack,server,client}/**/*.ts',
  plugins: ['@stryker-mutator/*', './lab/mutations/sample.ts'],
  reporters: [...(sample ? ['sample'] : []), 'progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
  htmlReporter: { fileName: '.stryker/report.html' },
}).runMutationTest()

const statuses = Map.groupBy(mutants, ({ status }) => status)
const count = (status: (typeof mutants)[number]['status']) => statuses.get(status)?.length ?? 0
// Invalid and ignored mutants do not count.
const detected = count('Killed') + count('Timeout')
const score = detected / (detected + count('Survived') + count('NoCoverage') || 1)
printResult({
  title: 'Mutants of the code',
  shows: `A test fails for at least ${100 * leastScore} % of the mutants that StrykerJS knows in these files.`,
  command: ['make mutants', `FILES='${globs}'`, sample && `SAMPLE=${sample} SEED=${seed}`].filter(Boolean).join(' '),
  rows: [
    {
      Killed: count('Killed'),
      'Timed out': count('Timeout'),
      Survived: count('Survived'),
      'Not covered': count('NoCoverage'),
      Score: `${(100 * score).toFixed(1)} %`,
    },
  ],
})
process.exitCode = score >= leastScore ? 0 : 1

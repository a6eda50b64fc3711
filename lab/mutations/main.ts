// `make mutants`: StrykerJS makes small changes in the code of the server and the client, and expects a test to fail
// for each. FILES (globs, separated by spaces) selects files. Results are stored in .stryker/ and reused until the code
// or a test changes; FORCE=1 runs each mutant again. All mutants take hours: SAMPLE=2 runs a random 2 % of them.
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { exitWithError } from '../../stack/environment.ts'
import { generate, roomsFolder } from '../../stack/test/support/product.ts'
import { readCount, readSeed } from '../../stack/test/support/read-settings.ts'
import { printResult } from '../print-result.ts'

/** Files that only processes and browsers execute, where StrykerJS does not see which tests cover them. */
const excludedFiles = [
  'server/{main,mock}.ts',
  'stack/**/{print-token,run,run-mock,shutdown,start}.ts',
  '{client,client/{csv,query,react},stack/{client,csv,msw,query,react}}/index.ts',
  'stack/csv/run-command.ts',
  'stack/query/{lists,mutations}.ts',
  '{client,stack}/react/hooks.ts',
  'client/query/queries.ts',
  'stack/react/{deletions,observer}.ts',
  'client/app/**',
]

const minScore = 0.95
const { FILES = '', FORCE } = process.env
const globs = FILES || '{server,client,stack/{client,core,csv,mock,react,server}}/**/*.ts'
const files = globs.split(/\s+/)
if (globSync(files).length === 0) exitWithError(`FILES=${FILES} matches no file.`)
const sample = readCount('SAMPLE', 1)
const seed = sample && readSeed()
if (sample) Object.assign(process.env, { SAMPLE: sample, SEED: seed })
await generate(roomsFolder)
const mutants = await new Stryker({
  mutate: [...files, ...excludedFiles.map((glob) => `!${glob}`)],
  testRunner: 'vitest',
  vitest: { configFile: 'lab/mutations/vitest.config.ts', related: true },
  coverageAnalysis: 'perTest',
  incremental: true,
  // StrykerJS would delete the results of mutants that are not in the sample from a common file.
  incrementalFile: `.stryker/${sample ? 'sample' : 'results'}.json`,
  force: Boolean(FORCE),
  // Many mutants use no CPU, because they wait for a response or until their timeout.
  concurrency: readCount('CONCURRENCY', 1) ?? 2 * availableParallelism(),
  // Twice the timeout of a test (setup.ts), so that a test that waits forever fails, and a slow machine is not a timeout.
  timeoutMS: 60_000,
  // StrykerJS multiplies this with the time of all tests that cover the mutant, although only the closest tests run.
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
// Invalid and ignored mutants do not count towards the score.
const detected = count('Killed') + count('Timeout')
const score = detected / (detected + count('Survived') + count('NoCoverage') || 1)
printResult({
  title: 'Mutants of the code',
  shows: `A test fails for at least ${100 * minScore} % of the mutants that StrykerJS creates in these files.`,
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
process.exitCode = score >= minScore ? 0 : 1

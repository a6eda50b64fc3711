// Runs StrykerJS, which keeps its results from run to run.
import { readFile } from 'node:fs/promises'
import { Stryker } from '@stryker-mutator/core'

/** Files that only processes and browsers execute, which StrykerJS does not see. */
const unseenFiles = [
  'server/{main,mock}.ts',
  'stack/**/{print-token,run,run-mock,shutdown,start}.ts',
  '{client,stack/{client,csv,msw,query,react}}/**/index.ts',
  'stack/csv/run-command.ts',
  'stack/query/{lists,mutations}.ts',
  'stack/react/{hooks,item-edit}.ts',
  'client/react/{hooks,use-plant-options}.ts',
  'client/app/**',
]

/** What StrykerJS keeps of a run, as far as it is read here (mutation-testing-report-schema). */
export interface Report {
  files: Record<string, { mutants: Mutant[] }>
}

export interface Mutant {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored' | 'Pending'
}

export interface Options {
  /** Globs. */
  files: string[]
  concurrency: number
  /** Do not reuse earlier results. */
  force: boolean
  /** Run only the mutants that the plugin chooses. */
  isSample: boolean
}

/** @returns The new results, and earlier ones of other files. */
export async function mutate({ files, concurrency, force, isSample }: Options): Promise<Report> {
  // StrykerJS would forget the results of mutants that are not in the sample.
  const incrementalFile = `.stryker/${isSample ? 'sample' : 'results'}.json`
  await new Stryker({
    mutate: [...files, ...unseenFiles.map((glob) => `!${glob}`)],
    testRunner: 'vitest',
    vitest: { configFile: 'lab/mutations/vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile,
    force,
    concurrency,
    timeoutMS: 10_000,
    // Of the time of all tests that execute the mutant, although only the closest ones run.
    timeoutFactor: 0.2,
    dryRunTimeoutMinutes: 30,
    tempDirName: '.stryker/sandbox',
    ignorePatterns: ['.stryker', '.data', 'dist', '{lab,tools}/**/node_modules'],
    disableTypeChecks: '{stack,server,client}/**/*.ts',
    plugins: ['@stryker-mutator/*', './lab/mutations/sample.ts'],
    reporters: [
      ...(isSample ? ['sample'] : []),
      process.stdout.isTTY ? 'progress' : 'progress-append-only',
      'clear-text',
      'html',
    ],
    // It lists the mutants that no test notices.
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    htmlReporter: { fileName: '.stryker/report.html' },
    thresholds: { high: 95, low: 95, break: null },
    allowConsoleColors: process.stdout.isTTY,
  }).runMutationTest()
  return JSON.parse(await readFile(incrementalFile, 'utf8'))
}

// Runs StrykerJS on a part of the project with the tests of that part, and keeps all results from run to run.
import { readFile } from 'node:fs/promises'
import { Stryker } from '@stryker-mutator/core'

/** Entry files are left out: only processes execute them. */
export const parts = {
  server: { tests: 'test/server', files: ['server/**/*.ts', '!server/**/{main,print-token}.ts'] },
  client: { tests: 'test/client', files: ['client/**/*.ts', '!client/**/index.ts', '!client/csv/{import,export}.ts'] },
}

export type Part = keyof typeof parts

/** What StrykerJS keeps of a run, as far as it is read here (mutation-testing-report-schema). */
export interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

export interface Mutant {
  mutatorName: string
  replacement?: string
  location: Record<'start' | 'end', { line: number; column: number }>
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored' | 'Pending'
  statusReason?: string
}

export interface Options {
  /** Globs; without them all files of the part. */
  files?: string[] | undefined
  concurrency: number
  /** Do not reuse earlier results. */
  force: boolean
}

export async function mutate(part: Part, { files, concurrency, force }: Options): Promise<Report> {
  const incrementalFile = `.stryker/${part}.json`
  await new Stryker({
    mutate: files ? [...files, ...parts[part].files.filter((glob) => glob.startsWith('!'))] : parts[part].files,
    testRunner: 'vitest',
    vitest: { configFile: 'test/proof/mutations/vitest.config.ts', dir: parts[part].tests, related: true },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile,
    force,
    concurrency,
    timeoutMS: 10_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 30,
    tempDirName: '.stryker/sandbox',
    ignorePatterns: ['.stryker', '.data', 'dist', 'tools/*/node_modules'],
    disableTypeChecks: '{server,client}/**/*.ts',
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'html'],
    htmlReporter: { fileName: `.stryker/${part}.html` },
    thresholds: { high: 95, low: 95, break: null },
    allowConsoleColors: process.stdout.isTTY,
  }).runMutationTest()
  return JSON.parse(await readFile(incrementalFile, 'utf8'))
}

// The tests that StrykerJS runs, and their order.
import { readFileSync } from 'node:fs'
import { matchesGlob, relative, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = resolve(import.meta.dirname, '../..')
const closestFiles = 15
/** Tests that run requests through the whole stack. They run last. */
const contractTestFiles = ['stack/test/rooms/{handlers,values}.test.ts', 'lab/contract/handlers.test.ts']

/**
 * Runs only the test files with paths closest to the mutated file, and the contract tests, until the first failure.
 * Most tests execute most code of the service. A mutant that the selected tests do not detect counts as survived.
 */
class ClosestTestsFirst extends BaseSequencer {
  override async sort(tests: TestSpecification[]): Promise<TestSpecification[]> {
    if (this.ctx.getProvidedContext().mode !== 'mutant') return tests
    // The test files of one mutant share their modules. The dry run isolates them, to learn which code each executes.
    for (const { project } of tests) project.config.isolate = false
    const mutated = words(this.ctx.config.related?.[0] ?? '')
    // A word that only one of the two paths has counts against them, but much less than a common word counts for them.
    const closeness = ({ moduleId }: TestSpecification) =>
      words(moduleId).intersection(mutated).size - words(moduleId).symmetricDifference(mutated).size / 100
    const sorted = tests.toSorted((a, b) => closeness(b) - closeness(a))
    const contractTests = sorted.filter(({ moduleId }) =>
      contractTestFiles.some((glob) => matchesGlob(relative(root, moduleId), glob)),
    )
    return [...new Set([...sorted.slice(0, closestFiles), ...contractTests])]
  }
}

function words(path: string): Set<string> {
  return new Set(relative(root, path).match(/[a-z]+/g))
}

/** Aliases that resolve a package to the mutated copy: the shared node_modules lead to code without mutants. */
function toEntries(folder: string) {
  const { name, exports } = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
  return Object.entries<string>(exports).map(([entry, file]) => ({
    find: new RegExp(`^${name}${entry.slice(1)}$`),
    replacement: resolve(root, folder, file),
  }))
}

export default defineConfig({
  test: {
    root,
    // Tests that start processes, browsers or the compiler take long, and StrykerJS does not see what they execute.
    exclude: [
      'test/{server/main,client/{app,runtimes}}/**',
      '**/{process,shutdown,print-token,browser,readme,memory,frontend}.test.ts',
    ],
    // The dry run must not fail on a busy machine. setup.ts sets a shorter timeout for mutants.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: `${import.meta.dirname}/run-folder.ts`,
    runner: `${import.meta.dirname}/runner.ts`,
    setupFiles: [`${import.meta.dirname}/setup.ts`, `${root}/test/support/clean-up.ts`],
    sequence: { sequencer: ClosestTestsFirst },
    projects: [
      {
        extends: true,
        resolve: {
          alias: [...toEntries('client'), ...toEntries('stack')],
        },
        test: {
          name: 'all',
          include: [
            '{test,stack/test}/{client,constructs,core,csv,mock,msw,query,react,server}/**/*.test.ts',
            'stack/test/generate/{code-samples,field-rules}.test.ts',
            ...contractTestFiles,
          ],
        },
      },
    ],
  },
})

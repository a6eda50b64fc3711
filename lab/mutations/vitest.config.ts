// The tests that StrykerJS runs, and their order.
import { readFileSync } from 'node:fs'
import { matchesGlob, relative, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = resolve(import.meta.dirname, '../..')
const closestFiles = 15
/** Tests of the whole stack, which run last. */
const testsOfContracts = ['stack/test/rooms/{handlers,values}.test.ts', 'lab/contract/handlers.test.ts']

/**
 * Runs the test of the mutated file first, then those of its folder: the first failure ends the run. Most tests start the
 * service and so execute most of its code; a mutant that the closest tests do not notice counts as survived.
 */
class ClosestTestsFirst extends BaseSequencer {
  override async sort(tests: TestSpecification[]): Promise<TestSpecification[]> {
    if (this.ctx.getProvidedContext().mode !== 'mutant') return tests
    // The files of one mutant share their modules. The first run isolates them, to learn what each file executes.
    for (const { project } of tests) project.config.isolate = false
    const mutated = words(this.ctx.config.related?.[0] ?? '')
    // Each word that only one of the two paths has makes them less close, but less than a common word makes them closer.
    const closeness = ({ moduleId }: TestSpecification) =>
      words(moduleId).intersection(mutated).size - words(moduleId).symmetricDifference(mutated).size / 100
    const sorted = tests.toSorted((a, b) => closeness(b) - closeness(a))
    const ofContracts = sorted.filter(({ moduleId }) =>
      testsOfContracts.some((glob) => matchesGlob(relative(root, moduleId), glob)),
    )
    return [...new Set([...sorted.slice(0, closestFiles), ...ofContracts])]
  }
}

function words(path: string): Set<string> {
  return new Set(relative(root, path).match(/[a-z]+/g))
}

/** node_modules is shared with the project, whose packages have no mutants. */
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
    // For the first run, which no busy machine may fail. setup.ts shortens it for mutants.
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
            '{test,stack/test}/{client,constructs,core,csv,mock,msw,react,server}/**/*.test.ts',
            'stack/test/generate/field-rules.test.ts',
            ...testsOfContracts,
          ],
        },
      },
    ],
  },
})

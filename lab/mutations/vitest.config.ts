// The tests that StrykerJS runs, and their order.
import { relative, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = resolve(import.meta.dirname, '../..')
const maxFilesPerMutant = 20

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
    return tests.toSorted((a, b) => closeness(b) - closeness(a)).slice(0, maxFilesPerMutant)
  }
}

function words(path: string): Set<string> {
  return new Set(relative(root, path).match(/[a-z]+/g))
}

/** They need express-openapi-validator, which takes most of the time of a start. */
const testsOfValidators = [
  'stack/test/server/http/openapi-validator.test.ts',
  'stack/test/core/contract/*-validator.test.ts',
]

export default defineConfig({
  test: {
    root,
    // Tests that start processes, browsers or the compiler take long, and StrykerJS does not see what they execute.
    exclude: [
      'test/{server/main,client/app}/**',
      'stack/test/react/hooks.test.ts',
      '**/{process,shutdown,print-token,browser,readme}.test.ts',
    ],
    // For the first run, which no busy machine may fail. setup.ts shortens it for mutants.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    runner: `${import.meta.dirname}/runner.ts`,
    setupFiles: [`${import.meta.dirname}/setup.ts`],
    sequence: { sequencer: ClosestTestsFirst },
    projects: [
      {
        extends: true,
        resolve: {
          alias: [
            // node_modules is shared with the project, whose client has no mutants.
            { find: /^@plant-collection\/client$/, replacement: `${root}/client/index.ts` },
            { find: /^@plant-collection\/client\/msw$/, replacement: `${root}/client/msw/index.ts` },
            { find: /^@plant-collection\/client\/(\w+)$/, replacement: `${root}/client/$1/index.ts` },
            { find: /^.*\/http\/openapi-validator\.ts$/, replacement: `${import.meta.dirname}/fast-validator.ts` },
          ],
        },
        test: {
          name: 'all',
          include: ['{test,stack/test}/{client,core,csv,mock,msw,react,server}/**/*.test.ts'],
          exclude: testsOfValidators,
        },
      },
      { extends: true, test: { name: 'validators', include: testsOfValidators } },
    ],
  },
})

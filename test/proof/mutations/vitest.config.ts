// The tests that StrykerJS runs, and their order.
import { relative, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = resolve(import.meta.dirname, '../../..')

/** Runs the test of the mutated file first, then those of its folder: the first failure ends the run. */
class SimilarPathsFirst extends BaseSequencer {
  override async sort(tests: TestSpecification[]): Promise<TestSpecification[]> {
    const mutated = words(this.ctx.config.related?.[0] ?? '')
    const similarity = ({ moduleId }: TestSpecification) => words(moduleId).intersection(mutated).size
    return tests.toSorted((a, b) => similarity(b) - similarity(a))
  }
}

function words(path: string): Set<string> {
  return new Set(relative(root, path).match(/[a-z]+/g))
}

export default defineConfig({
  // node_modules is shared with the project, whose client has no mutants.
  resolve: {
    alias: [
      { find: /^@plant-collection\/client$/, replacement: `${root}/client/index.ts` },
      { find: /^@plant-collection\/client\/(\w+)$/, replacement: `${root}/client/$1/index.ts` },
    ],
  },
  test: {
    root,
    include: ['**/*.test.ts'],
    // Tests that start processes, browsers or the compiler take long, and StrykerJS does not see what they execute.
    exclude: ['**/test/server/main/**', '**/{process,browser,hooks,readme,operation-table}.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    setupFiles: [`${import.meta.dirname}/setup.ts`],
    sequence: { sequencer: SimilarPathsFirst },
  },
})

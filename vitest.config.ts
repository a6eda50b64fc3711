import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** They replace modules of the service. */
const isolatedTests = ['plan', 'route-order'].map((name) => `test/server/core/contract/${name}.test.ts`)

export default defineConfig({
  test: {
    globalSetup: 'test/support/run-folder.ts',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A busy machine needs more than the default of one second.
    expect: { poll: { timeout: 10_000 } },
    // On two cores Vitest would run one file at a time, but many tests only wait for processes and timeouts.
    maxWorkers: availableParallelism() + 2,
    projects: [
      // Files share their modules, which saves CPU time: a test must leave nothing behind.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: isolatedTests, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolatedTests } },
    ],
  },
})

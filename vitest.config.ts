import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Many tests wait for processes and deadlines; on two cores Vitest would run one file at a time.
    maxWorkers: availableParallelism() + 1,
  },
})

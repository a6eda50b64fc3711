import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { RepeatReporter } from './test/support/repeat-reporter.ts'

/** Tests that install packages, use copies of the project, start many processes or test many contracts: `make test-slow`. */
const slow = [
  'lab/contract/handlers.test.ts',
  'lab/restarts/restarts.test.ts',
  'test/contributing.test.ts',
  'test/linear-expressions.test.ts',
  'test/package/*.test.ts',
  'test/client/{frontend,runtimes/*}.test.ts',
  'test/docs/{container,page}.test.ts',
  'test/tools/{dev,install,pages}.test.ts',
  'stack/test/compat/*.test.ts',
  'stack/test/constructs/{access,lists}.test.ts',
  'stack/test/docs/try-it.test.ts',
  'stack/test/generate/main.test.ts',
  'stack/test/rooms/tester.test.ts',
  'stack/test/server/start.test.ts',
  'stack/test/tester/{defects,left-out,list-defects,main,seed}.test.ts',
]

/** They start first, so that no core waits for one of them at the end. The longest is the first. */
const longestTests = [
  'test/package/adopt.test.ts',
  'test/package/package.test.ts',
  'stack/test/tester/defects.test.ts',
  'test/client/frontend.test.ts',
  'test/contributing.test.ts',
  'stack/test/tester/list-defects.test.ts',
  'test/docs/page.test.ts',
  'stack/test/constructs/conformance.test.ts',
  'lab/contract/contract.test.ts',
  'stack/test/tester/left-out.test.ts',
  'test/tools/dev.test.ts',
  'stack/test/server/workers/workers.test.ts',
  'stack/test/generate/checks.test.ts',
  'stack/test/server/start.test.ts',
  'lab/restarts/restarts.test.ts',
  'stack/test/compat/breaking-changes.test.ts',
  'stack/test/server/store/postgres/connection.test.ts',
  'stack/test/constructs/access.test.ts',
  'test/linear-expressions.test.ts',
  'stack/test/server/operations/move.test.ts',
  'test/client/app/changing.test.ts',
  'stack/test/tester/main.test.ts',
  'stack/test/constructs/lists.test.ts',
  'lab/contract/handlers.test.ts',
  'stack/test/server/sockets/connection.test.ts',
  'stack/test/server/store/postgres/store.test.ts',
  'stack/test/server/store/sqlite/backup.test.ts',
  'test/client/app/app.test.ts',
  'test/docs/container.test.ts',
  'stack/test/docs/try-it.test.ts',
  'stack/test/constructs/linear-time.test.ts',
  'stack/test/server/http/memory.test.ts',
  'stack/test/server/shutdown.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longestTests.findIndex((path) => moduleId.endsWith(path))
      return index < 0 ? longestTests.length : index
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

const { JSON_REPORT } = process.env

export default defineConfig({
  test: {
    globalSetup: 'test/support/run-folder.ts',
    setupFiles: 'test/support/clean-up.ts',
    // This limit only ends a test that hangs. No test has one of its own: a busy machine would decide about its result.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests wait for processes and timeouts.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new RepeatReporter(), ...(JSON_REPORT ? ['json'] : [])],
    ...(JSON_REPORT && { outputFile: { json: JSON_REPORT } }),
    projects: [
      // Files share their modules, which saves CPU time: a test must leave nothing behind.
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['{lab,stack/test,test}/**/*.test.ts'],
          // A folder of the laboratory has packages of its own.
          exclude: [...slow, '**/node_modules/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slow', include: slow, isolate: false } },
    ],
  },
})

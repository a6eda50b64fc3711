// Runs before each test file under StrykerJS. Code that runs in an import or in `beforeAll` is "static" to StrykerJS:
// it would run all test files for each such mutant. Here, static code counts as covered by the tests of its file.
import { afterAll, inject, type RunnerTask, vi } from 'vitest'

type Hits = Record<string, number>

declare module 'vitest' {
  interface ProvidedContext {
    globalNamespace: string
    mode: 'dry-run' | 'mutant'
    activeMutant: string
  }
}

const stryker: { activeMutant?: string; mutantCoverage?: { static: Hits; perTest: Record<string, Hits> } } =
  Reflect.get(globalThis, inject('globalNamespace'))

if (inject('mode') === 'mutant') {
  // StrykerJS itself would activate the mutant only after the file has been imported.
  stryker.activeMutant = inject('activeMutant')
  // Many mutants make a test wait forever.
  vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
}

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern here
afterAll(({}, file) => {
  const { mutantCoverage } = stryker
  if (mutantCoverage === undefined) return
  const { perTest } = mutantCoverage
  const tests = getTests(file.tasks, `${file.file.filepath}#`)
  // StrykerJS cannot tell which of several concurrent tests executes a mutant, so each gets the hits of all.
  const concurrent = tests.filter(({ isConcurrent }) => isConcurrent).map(({ id }) => perTest[id] ?? {})
  const concurrentHits = concurrent.reduce(sum, {})
  for (const { id, isConcurrent } of tests) {
    perTest[id] = sum(isConcurrent ? concurrentHits : (perTest[id] ?? {}), mutantCoverage.static)
  }
  mutantCoverage.static = {}
})

interface Test {
  id: string
  isConcurrent: boolean
}

function getTests(tasks: RunnerTask[], prefix: string): Test[] {
  return tasks.flatMap((task) =>
    task.type === 'suite'
      ? getTests(task.tasks, `${prefix}${task.name} > `)
      : [{ id: `${prefix}${task.name}`.trim(), isConcurrent: task.concurrent === true }],
  )
}

function sum(a: Hits, b: Hits): Hits {
  const total = { ...a }
  for (const [mutant, hits] of Object.entries(b)) total[mutant] = (total[mutant] ?? 0) + hits
  return total
}

// The reporter runs in a real run of vitest.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, temporaryFolder } from '../../stack/test/support/folder.ts'
import { run } from '../../stack/test/support/process.ts'

const tests = `
  import { describe, expect, it } from 'vitest'
  describe("one's", () => {
    it('passes', () => {})
    it('fails for $5 (SEED=7)', () => expect(1).toBe(2))
    it('names its seed in the error', () => { throw new Error('Property failed: { seed: 8, path: "1" }') })
  })`

it('prints a command that repeats each failed test alone, with its seed', async () => {
  await using folder = await temporaryFolder()
  await writeFile(
    join(folder.path, 'a.test.js'),
    tests.replaceAll("'vitest'", `'${join(root, 'node_modules/vitest/dist/index.js')}'`),
  )
  await writeFile(join(folder.path, 'broken.test.js'), 'throw new Error()')
  const reporter = join(root, 'test/support/repeat-reporter.ts')
  const config = `
    import { RepeatReporter } from '${reporter}'
    export default { test: { reporters: [new RepeatReporter()] } }`
  await writeFile(join(folder.path, 'vitest.config.ts'), config)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { code, stdout } = await run(process.execPath, [vitest, 'run'], { cwd: folder.path })
  expect(code).toBe(1)
  expect(stdout).toContain(`Repeat each failed test alone:
  make test SEED=7 ARGS="a.test.js -t 'one.s.+fails for .5 .SEED.7.'"
  make test SEED=8 ARGS="a.test.js -t 'one.s.+names its seed in the error'"
  make test ARGS="broken.test.js"
`)
})

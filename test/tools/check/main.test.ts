// Runs `make check` with substitutes for the commands of the checks.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { type Ended, run } from '../../support/process.ts'

afterAll(cleanUp)
const commands = ['tsc', 'vitest', 'node', 'biome', 'redocly']

async function check(failing: string): Promise<Ended> {
  const bin = await newFolder()
  for (const name of commands) {
    const script = name === failing ? `echo "$0 says no"; echo 'on stderr' >&2; exit 3` : 'echo noise'
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  return run(process.execPath, [join(root, 'tools/check/main.ts')], { settings: { PATH: `${bin}:/bin:/usr/bin` } })
}

it('prints one line for each check that passes', async () => {
  const { code, stdout, stderr } = await check('none')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^(ok {6}\S[^\n]+\n){6}$/)
})

it.each(commands)('runs every check, prints the output of %s, which fails, and exits with 1', async (name) => {
  const { code, stdout } = await check(name)
  expect(code).toBe(1)
  expect(stdout.match(/^(ok|FAILED) /gm)).toHaveLength(6)
  const failed = stdout.match(
    new RegExp(`^FAILED  [A-Z][^:\\n]+: ${name} .*\\n\\n\\S+/${name} says no\\non stderr\\n`, 'gm'),
  )
  expect(failed).toHaveLength(name === 'node' ? 2 : 1)
  expect(stdout).not.toContain('noise')
})

it('a check whose command does not exist fails', async () => {
  const { code, stdout } = await run(process.execPath, [join(root, 'tools/check/main.ts')], { settings: { PATH: '' } })
  expect({ code, failed: stdout.match(/^FAILED .*\n\nspawn \S+ ENOENT$/gm)?.length }).toEqual({ code: 1, failed: 6 })
})

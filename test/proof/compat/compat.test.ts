// `make compat` requires a major version for every change that breaks a consumer, and for no other change.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import { root } from '../../support/folder.ts'
import { createPlanter, type Planter } from './plant.ts'
import { changes } from './planted-changes.ts'

let planter: Planter
beforeAll(async () => {
  planter = await createPlanter()
})
afterAll(() => planter[Symbol.asyncDispose]())

it.concurrent.each(changes)('make compat requires the right version: $name ($raises)', async (change) => {
  expect(await planter.failureOf(change)).toBeUndefined()
})

describe('the contract', () => {
  it('has a version that fits its changes since the last release', async () => {
    const { passes, line } = checkVersion(await compare('docs/released/openapi.yaml', 'openapi.yaml'))
    expect(passes, line).toBe(true)
  })

  it('is stored as it was last released', async () => {
    const [changelog, released] = await Promise.all([read('CHANGELOG.md'), read('docs/released/openapi.yaml')])
    const last = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1]
    expect(/^ {2}version: (.*)$/m.exec(released)?.[1]).toBe(last)
  })
})

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8')
}

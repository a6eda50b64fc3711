// `make compat` requires a major version for every change that breaks a consumer, and for no other change.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import { root } from '../../support/folder.ts'
import { breakingChanges } from './breaking-changes.ts'
import { harmlessChanges } from './harmless-changes.ts'
import { createPlanter, falseAlarm, missed, type Planter } from './plant.ts'

let planter: Planter
beforeAll(async () => {
  planter = await createPlanter()
})
afterAll(() => planter[Symbol.asyncDispose]())

describe.concurrent('a planted breaking change fails without a major version and passes with one', () => {
  it.each(breakingChanges)('$name ($rule)', async (change) => {
    expect(missed(change, await planter.plant(change))).toBeUndefined()
  })
})

describe.concurrent('a planted harmless change passes', () => {
  it.each(harmlessChanges)('$name (raises: $raises)', async (change) => {
    expect(falseAlarm(change, await planter.plant(change))).toBeUndefined()
  })
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

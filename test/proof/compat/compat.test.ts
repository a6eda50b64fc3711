// `make compat` requires a major version for every change that breaks a consumer, and for no other change.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { root } from '../../support/folder.ts'
import { edited } from './edit.ts'
import { createPlanter, type Planter } from './plant.ts'
import { changes } from './planted-changes.ts'

// Other tests run at the same time.
vi.setConfig({ maxConcurrency: 2 })

const contract = await read('openapi.yaml')
let planter: Planter
beforeAll(async () => {
  planter = await createPlanter()
})
afterAll(() => planter[Symbol.asyncDispose]())

// Each change starts a process, so one run takes some of them. `make compat PLANTED=1` takes all.
const seed = readSeed()
const sample = fc.sample(fc.shuffledSubarray(changes, { minLength: 40, maxLength: 40 }), { seed, numRuns: 1 }).flat()

it.concurrent.each(sample)(`make compat requires the right version (SEED=${seed}): $name ($raises)`, async (change) => {
  expect(await planter.failureOf(change)).toBeUndefined()
})

it.each(changes)('the planted change fits the contract: $name', ({ edits }) => {
  expect(() => edited(contract, edits)).not.toThrow()
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

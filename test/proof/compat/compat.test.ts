// A change that breaks a consumer is red without a major version; one that breaks nobody never is.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import { root } from '../../support/folder.ts'
import { plantedBreaks } from './breaks.ts'
import { plantedHarmless } from './harmless.ts'
import { type Bed, falseAlarm, missedBreak, plantingBed } from './planted.ts'

let bed: Bed
beforeAll(async () => {
  bed = await plantingBed()
})
afterAll(() => bed[Symbol.asyncDispose]())

describe.concurrent('a planted breaking change fails without a major version bump and passes with one', () => {
  it.each(plantedBreaks)('$name ($rule)', async (planted) => {
    expect(missedBreak(planted, await bed.plant(planted))).toBeUndefined()
  })
})

describe.concurrent('a harmless change gets through', () => {
  it.each(plantedHarmless)('$name (raises: $raises)', async (planted) => {
    expect(falseAlarm(planted, await bed.plant(planted))).toBeUndefined()
  })
})

describe('the contract', () => {
  it('says by its version what became of it since the last release', async () => {
    const { passes, line } = checkVersion(await compare('docs/released/openapi.yaml', 'openapi.yaml'))
    expect(passes, line).toBe(true)
  })

  it('is kept as it was released last', async () => {
    const [changelog, released] = await Promise.all([read('CHANGELOG.md'), read('docs/released/openapi.yaml')])
    const last = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1]
    expect(/^ {2}version: (.*)$/m.exec(released)?.[1]).toBe(last)
  })
})

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8')
}

// `make compat` requires a major version for every change that breaks a consumer, and for no other change.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import { root } from '../../support/folder.ts'
import { run } from '../../support/process.ts'
import { breakingChanges } from './breaking-changes.ts'
import { edited, remove, set } from './edit.ts'
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

describe('the version', () => {
  it.each([
    ['major', '0.3.1', '0.4.0', false],
    ['major', '0.3.1', '1.0.0', true],
    ['major', '1.9.9', '1.10.0', false],
    ['major', '1.9.9', '10.0.0', true],
    ['minor', '0.3.1', '0.3.9', false],
    ['minor', '0.9.1', '0.10.0', true],
    ['minor', '0.3.1', '1.0.0', true],
    ['patch', '0.3.1', '0.3.1', false],
    ['patch', '0.3.9', '0.3.10', true],
    ['patch', '0.3.1', '0.2.9', false],
  ] as const)('for a change that is %s may, after %s, be %s: %s', (impact, base, revision, passes) => {
    const change = { impact, path: '#/info', kind: 'modified', verdicts: [], typeName: 'Info' } as const
    expect(checkVersion({ versions: { base, revision }, changes: [change] }).passes).toBe(passes)
  })

  it('may stay, and may not fall, where nothing changed', () => {
    expect(checkVersion({ versions: { base: '0.3.1', revision: '0.3.1' }, changes: [] }).passes).toBe(true)
    expect(checkVersion({ versions: { base: '0.3.1', revision: '0.3.0' }, changes: [] }).passes).toBe(false)
  })
})

describe('make compat', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'compat-'))
    const contract = await read('openapi.yaml')
    const version = (text: string) => set('info version', text)
    const write = (name: string, ...edits: Parameters<typeof edited>[1]) =>
      writeFile(join(folder, name), edited(contract, edits))
    await Promise.all([
      write('1.0.0.yaml', version('1.0.0')),
      write('broken-1.1.0.yaml', version('1.1.0'), remove('paths /plants/{id} delete'), set('info summary', 'Plants.')),
      write('broken-2.0.0.yaml', version('2.0.0'), remove('paths /plants/{id} delete')),
      write('dangling.yaml', set('paths /plants get responses 401 $ref', '#/components/responses/Nowhere')),
      write('beta.yaml', version('2.0.0-beta')),
    ])
  })
  afterAll(() => rm(folder, { recursive: true }))

  const compat = (name: string) =>
    run('make', ['-s', 'compat', `OLD=${join(folder, '1.0.0.yaml')}`, `NEW=${join(folder, name)}`])
  const direct = (OLD: string, NEW: string) =>
    run('env', [`OLD=${join(folder, OLD)}`, `NEW=${join(folder, NEW)}`, 'node', 'tools/compat.ts'])

  it('lists what breaks first, and says last which version it takes', async () => {
    const { code, stdout } = await direct('1.0.0.yaml', 'broken-1.1.0.yaml')
    const [title, , ...lines] = stdout.trim().split('\n')
    expect(title).toMatch(/1\.0\.0\.yaml \(1\.0\.0\) -> .*broken-1\.1\.0\.yaml \(1\.1\.0\)$/)
    expect(lines).toEqual([
      expect.stringMatching(/^breaking {2}DELETE \/plants\/\{id\} removed \(.*1\.0\.0\.yaml:\d+\)$/),
      '          Operation `DELETE /plants/{id}` was removed. (operation-removed)',
      expect.stringMatching(/^changed {3}info summary \(.*broken-1\.1\.0\.yaml:\d+\)$/),
      '',
      'breaking: the next version must be 2.0.0 or higher, but info.version is 1.1.0: raise it, or take back what breaks',
    ])
    expect(code).toBe(1)
  })

  it('lets a break through with a major version', async () => {
    const { code, stdout } = await compat('broken-2.0.0.yaml')
    expect(stdout).toMatch(/\nbreaking, and 2\.0\.0 after 1\.0\.0 says no less\n$/)
    expect(code).toBe(0)
  })

  it('finds no change in the same contract', async () => {
    const { code, stdout } = await compat('1.0.0.yaml')
    expect(stdout).toMatch(/\nno change, and 1\.0\.0 after 1\.0\.0 says no less\n$/)
    expect(code).toBe(0)
  })

  it.each([
    ['a file that is not there', 'absent.yaml', 'absent.yaml is not there: name two contracts'],
    ['what Redocly cannot resolve', 'dangling.yaml', 'cannot be compared: see what redocly lint says of each'],
    [
      'a version that is not three numbers',
      'beta.yaml',
      'info.version must be three numbers, such as 1.0.0, not 2.0.0-beta',
    ],
  ])('says in a line what is wrong with %s, and is not a verdict', async (_, name, message) => {
    const { code, stdout, stderr } = await direct('1.0.0.yaml', name)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8')
}

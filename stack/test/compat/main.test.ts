// `make compat` as its user sees it: the list of changes, the last line and the exit status. A change has its line in
// the given file, although Redocly compares normalised copies.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Document } from 'yaml'
import { checkVersion, compare, type Impact } from '../../compat/compare.ts'
import { applyEdits, remove, set } from '../support/contract-edit.ts'
import { newFolder, root } from '../support/folder.ts'
import { type ProcessResult, run } from '../support/process.ts'
import { roomsFolder } from '../support/product.ts'

const folder = await newFolder()
const contract = await readFile(join(root, 'stack/test/product/generated/openapi.yaml'), 'utf8')
// `set` throws if the contract already has the value, and this may be the current version.
const setVersion = (text: string) => (document: Document) => document.setIn(['info', 'version'], text)
const write = (name: string, ...edits: Parameters<typeof applyEdits>[1]) =>
  writeFile(join(folder, name), applyEdits(contract, edits))
const breaking = remove('paths /lamps/{id} delete')
await Promise.all([
  write('1.0.0.yaml', setVersion('1.0.0')),
  write('breaking-1.1.0.yaml', setVersion('1.1.0'), breaking, set('info summary', 'Lamps.')),
  write('breaking-2.0.0.yaml', setVersion('2.0.0'), breaking),
  write('dangling.yaml', set('paths /lamps get responses 401 $ref', '#/components/responses/Nowhere')),
  write('other-summary.yaml', set('info summary', 'Lamps.')),
  write('beta.yaml', setVersion('2.0.0-beta')),
  writeFile(join(folder, 'broken.yaml'), 'openapi: [3.1.1'),
])

/** Compares the contract 1.0.0 with another file. */
function runCompat(name: string): Promise<ProcessResult> {
  const settings = { OLD: join(folder, '1.0.0.yaml'), NEW: join(folder, name) }
  return run('node', ['stack/compat/main.ts'], { env: settings })
}

it('lists breaking changes first, and prints the required version last', async () => {
  const { code, stdout } = await runCompat('breaking-1.1.0.yaml')
  const [title, , ...lines] = stdout.trim().split('\n')
  expect(title).toMatch(/1\.0\.0\.yaml \(1\.0\.0\) -> .*breaking-1\.1\.0\.yaml \(1\.1\.0\)$/)
  expect(lines).toEqual([
    expect.stringMatching(/^breaking {2}DELETE \/lamps\/\{id\} removed \(.*1\.0\.0\.yaml:\d+\)$/),
    '          Operation `DELETE /lamps/{id}` was removed. (operation-removed)',
    expect.stringMatching(/^changed {3}info summary \(.*breaking-1\.1\.0\.yaml:\d+\)$/),
    '',
    'breaking: the next version must be 2.0.0 or higher, but info.version is 1.1.0: ' +
      'raise info.version, or undo the breaking change',
  ])
  expect(code).toBe(1)
})

it('accepts a breaking change in a new major version, run by make', async () => {
  const args = ['-s', 'compat', `OLD=${join(folder, '1.0.0.yaml')}`, `NEW=${join(folder, 'breaking-2.0.0.yaml')}`]
  const { code, stdout } = await run('make', args)
  expect(stdout).toMatch(/\nbreaking: version 2\.0\.0 is high enough after 1\.0\.0\n$/)
  expect(code).toBe(0)
})

it('names lines of the hand-written contract, not of generated/openapi.yaml, without NEW', async () => {
  const { stdout } = await run('node', [join(root, 'stack/compat/main.ts')], {
    cwd: roomsFolder,
    env: { OLD: join(folder, 'other-summary.yaml') },
  })
  const line = Number(/info summary \(openapi\.yaml:(\d+)\)/.exec(stdout)?.[1])
  expect((await readFile('stack/test/product/openapi.yaml', 'utf8')).split('\n')[line - 1]).toContain('summary: ')
})

it('says in one line that there is no release to compare with', async () => {
  const { code, stdout } = await run('node', [join(root, 'stack/compat/main.ts')], { cwd: folder })
  expect(stdout).toBe('there is no release to compare with: docs/released/openapi.yaml does not exist\n')
  expect(code).toBe(0)
})

it.each([
  ['a missing file', 'absent.yaml', 'absent.yaml does not exist. Name two contracts'],
  ['a dangling reference', 'dangling.yaml', 'Run redocly lint on each of them.'],
  ['a file that is not YAML', 'broken.yaml', 'Run redocly lint on each of them.'],
  ['a pre-release version', 'beta.yaml', 'info.version must be three numbers, such as 1.0.0, but it is 2.0.0-beta'],
])('exits with status 2 and prints one line about %s', async (_, name, message) => {
  const { code, stdout, stderr } = await runCompat(name)
  expect(stderr).toContain(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

const contractText = `
openapi: 3.1.1
info: { title: Lamps, version: 1.0.0 }
paths:
  /lamps:
    get:
      parameters:
        - name: page
          in: query
          style: form
          explode: true
          description: The page.
          schema:
            allOf:
              - type: integer
                maximum: 9
      responses: { 200: { description: The lamps. } }
`

it.each([
  ['a parameter with explicit defaults', 'The page.', 'A page.'],
  ['a schema in an allOf of one element', 'maximum: 9', 'maximum: 8'],
])('compare names the file and line of %s', async (_, before, after) => {
  const [base, revision] = [join(folder, 'base.yaml'), join(folder, 'revision.yaml')]
  await writeFile(base, contractText)
  await writeFile(revision, contractText.replace(before, after))
  const { changes } = await compare(base, revision)
  const line = contractText.slice(0, contractText.indexOf(before)).split('\n').length
  expect(changes.length).toBeGreaterThan(0)
  for (const change of changes)
    expect(change).toMatchObject({ base: `${base}:${line}`, revision: `${revision}:${line}` })
})

it.each<[Impact | 'no', string, string, boolean]>([
  ['major', '1.9.9', '1.10.0', false],
  ['minor', '0.9.1', '0.10.0', true],
  ['patch', '0.3.1', '0.3.1', false],
  ['patch', '0.3.9', '0.3.10', true],
  ['no', '0.3.1', '0.3.1', true],
])('with %s change, the check of version %s -> %s passes: %s', (impact, base, revision, passes) => {
  const change = { path: '#/info', kind: 'modified', verdicts: [], typeName: 'Info' } as const
  const changes = impact === 'no' ? [] : [{ ...change, impact }]
  expect(checkVersion({ versions: { base, revision }, changes }).passes).toBe(passes)
})

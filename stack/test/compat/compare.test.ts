// A change has the line of the given file, although Redocly compares the contract in another notation.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkVersion, compare, type Impact } from '../../compat/compare.ts'
import { newFolder } from '../support/folder.ts'

const contract = `
openapi: 3.1.1
info: { title: Lamps, version: 1.0.0 }
paths:
  /lamps/{garden}:
    parameters:
      - name: garden
        in: path
        required: true
        description: The garden.
        schema:
          type: string
    get:
      parameters:
        - name: page
          in: query
          style: form
          explode: true
          description: The page.
          schema:
            description: A number.
            allOf:
              - type: integer
                maximum: 9
      responses:
        200:
          description: The lamps.
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Lamp'
                readOnly: true
components:
  schemas:
    Lamp:
      type: object
      properties:
        name:
          allOf:
            - type: string
              deprecated: true
`

const getLine = (text: string) => contract.slice(0, contract.indexOf(text)).split('\n').length

async function compareWith(changed: string) {
  const folder = await newFolder()
  const [base, revision] = [join(folder, 'base.yaml'), join(folder, 'revision.yaml')]
  await writeFile(base, contract)
  await writeFile(revision, changed)
  return { base, revision, changes: (await compare(base, revision)).changes }
}

it.each([
  ['a parameter of a path', 'The garden.', 'A garden.'],
  ['a parameter with written-out defaults', 'The page.', 'A page.'],
  ['a schema with an allOf of one element', 'A number.', 'An integer.'],
  ['a schema in an allOf of one element', 'maximum: 9', 'maximum: 8'],
  ['the target of a reference with readOnly', 'deprecated: true', 'deprecated: false'],
])('compare names the file and line of %s', async (_, before, after) => {
  const { base, revision, changes } = await compareWith(contract.replace(before, after))
  expect(changes.length).toBeGreaterThan(0)
  for (const change of changes) {
    expect(change.revision).toBe(`${revision}:${getLine(before)}`)
    expect(change.base).toBe(`${base}:${getLine(before)}`)
  }
})

it('compare names the line in the old file for a removed parameter', async () => {
  const changed = contract.replace(/ {4}parameters:\n {6}- name: garden[\s\S]*?(?= {4}get:)/, '')
  const { base, changes } = await compareWith(changed)
  expect(changes).toMatchObject([{ kind: 'removed', base: `${base}:${getLine('name: garden')}` }])
  expect(changes[0]?.revision).toBeUndefined()
})

it.each<[Impact | 'no', string, string, boolean]>([
  ['major', '0.3.1', '0.4.0', false],
  ['major', '0.3.1', '1.0.0', true],
  ['major', '1.9.9', '1.10.0', false],
  ['minor', '0.3.1', '0.3.9', false],
  ['minor', '0.9.1', '0.10.0', true],
  ['patch', '0.3.1', '0.3.1', false],
  ['patch', '0.3.9', '0.3.10', true],
  ['patch', '0.3.1', '0.2.9', false],
  ['no', '0.3.1', '0.3.1', true],
  ['no', '0.3.1', '0.3.0', false],
])('with %s change, the check of version %s -> %s passes: %s', (impact, base, revision, passes) => {
  const change = { path: '#/info', kind: 'modified', verdicts: [], typeName: 'Info' } as const
  const changes = impact === 'no' ? [] : [{ ...change, impact }]
  expect(checkVersion({ versions: { base, revision }, changes }).passes).toBe(passes)
})

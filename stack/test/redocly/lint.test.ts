// The lint of `make check` names the line of the hand-written contract, although it lints the resolved spec.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { loadContract } from '../../contract/load-contract.ts'
import { publishedDocument } from '../../generate/openapi.ts'
import { root, temporaryFolder } from '../support/folder.ts'
import { run } from '../support/process.ts'

/** Lints openapi.yaml with this text. @param generatedFrom The contract from which the resolved spec is generated. */
async function lintText(text: string, generatedFrom = text): Promise<string> {
  await using folder = await temporaryFolder('docs/workflows.arazzo.yaml')
  await mkdir(join(folder.path, 'generated'))
  const path = join(folder.path, 'openapi.yaml')
  await writeFile(path, generatedFrom)
  const published = publishedDocument(await loadContract(path))
  await writeFile(path, text)
  await writeFile(join(folder.path, 'generated/openapi.yaml'), stringify(published))
  await writeFile(join(folder.path, 'generated/openapi.json'), JSON.stringify(published))
  const rules = (name: string) => join(root, 'stack/redocly', name)
  const config = { apis: { lamps: { root: 'generated/openapi.yaml', extends: [rules('strict.yaml')] } } }
  await writeFile(join(folder.path, 'redocly.yaml'), stringify({ ...config, extends: [rules('redocly.yaml')] }))
  const { stdout, stderr } = await run('node', [join(root, 'stack/redocly/lint.ts')], { cwd: folder.path })
  return stdout + stderr
}

const contract = await readFile('stack/test/product/openapi.yaml', 'utf8')

it.each([
  ['a schema', '      maxLength: 200\n', '', 'LampName:', 'must have maxLength and pattern. (contract/bounded)'],
  [
    'a response',
    'examples: { twoLamps',
    'x-examples: { twoLamps',
    'application/json:',
    'A media type must have named examples. (contract/named-examples)',
  ],
])('a violation in %s has its line of the hand-written contract', async (_, from, to, before, message) => {
  const text = contract.replace(from, to)
  const output = await lintText(text)
  const violation = output.split('\n').find((line) => line.endsWith(message))
  const line = Number(/^openapi\.yaml:(\d+) /.exec(violation ?? '')?.[1])
  expect(text.split('\n')[line - 2]).toContain(before)
})

it('reports a resolved spec that is out of date', async () => {
  expect(await lintText(contract.replace('List lamps', 'List'), contract)).toBe(
    'generated/ is out of date: run make generate\n',
  )
})

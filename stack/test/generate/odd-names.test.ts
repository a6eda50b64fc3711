// Names, patterns and texts that are code elsewhere (odd-names.yaml): what is generated compiles, and keeps them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../support/folder.ts'
import { getOutput } from '../support/process.ts'
import { newProduct } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'

const source = 'stack/test/generate/odd-names.yaml'
const folder = await newProduct(await readFile(source, 'utf8'))
// Not main.ts, which refuses some of these names.
const program = `
  import { mkdir, writeFile } from 'node:fs/promises'
  import { generators } from '${root}stack/generate/generators.ts'
  import { readContract } from '${root}stack/generate/read-contract.ts'
  const contract = await readContract('openapi.yaml')
  await mkdir('generated')
  for (const [name, generate] of Object.entries(generators)) await writeFile('generated/' + name, await generate(contract))`
await getOutput('node', ['--input-type=module', '-e', program], { cwd: folder })

it('compiles', () => expect(findTypeErrors(folder, ['generated'])).toBe(''))

it('keeps the names and the patterns at run time', async () => {
  const program = `
    for (const name of ['header', 'openapi']) await import('./generated/' + name + '-validators.js')
    const { contract } = await import('./generated/index.ts')
    const { operations, collections } = (await import('./generated/client.ts')).contract
    const { fieldRules } = await import('./generated/field-rules.ts')
    const [collection] = contract.collections
    const defaults = collection.fields['first-name'].default
    const [[path, { filters, sort, defaults: chosen }]] = Object.entries(collections)
    const rules = Object.entries(fieldRules[path]).map(([name, { maxLength, pattern }]) => [name, maxLength, pattern?.source])
    console.log(JSON.stringify([Object.keys(operations), path, Object.keys(collection.fields), defaults, rules, filters, sort, chosen]))`
  const printed = await getOutput('node', ['--input-type=module', '-e', program], { cwd: folder })
  const { paths, components } = parse(await readFile(source, 'utf8'))
  const [path = '', item = ''] = Object.keys(paths)
  const operations = [paths[path].get, paths[path].post, paths[item].get, paths[item].delete]
  const fields = components.schemas['Odd-Note.v1'].properties
  const { height: _, ...strings } = components.schemas['New.Odd-Note'].properties
  const rules = Object.entries<{ maxLength?: number; pattern?: string }>(strings).map(
    ([name, { maxLength, pattern }]) => {
      return [name, maxLength ?? null, pattern === undefined ? null : new RegExp(pattern, 'u').source]
    },
  )
  expect(JSON.parse(printed)).toEqual([
    operations.map(({ operationId }) => operationId),
    path,
    Object.keys(fields),
    fields['first-name'].default,
    rules,
    { 'first-name': 'first-name', 'old-ones': 'new' },
    "it's",
    { 'first-name': paths[path].get.parameters[0].schema.default },
  ])
})

it('has samples that are TypeScript, and a docs page without its markup', async () => {
  const samples = [
    ...(await readFile(join(folder, 'generated/docs.md'), 'utf8')).matchAll(/^```typescript\n(.*?)^```$/gms),
  ]
  expect(samples).toHaveLength(4)
  for (const [, code = ''] of samples) await transform(code, { loader: 'ts' })
  expect(await readFile(join(folder, 'generated/docs.html'), 'utf8')).not.toContain('</script><b>')
})

it('has a docs page with the script of Redoc as build-docs writes it', async () => {
  const options = { cwd: folder, settings: { REDOCLY_TELEMETRY: 'off' } }
  const args = ['build-docs', 'generated/openapi.json', '--inlineBundle', '-o', 'plain.html']
  await getOutput(join(root, 'node_modules/.bin/redocly'), args, options)
  const [plain, page] = await Promise.all(
    ['plain.html', 'generated/docs.html'].map(async (path) => {
      const html = await readFile(join(folder, path), 'utf8')
      return /<script type="module">([\s\S]*)const __redoc_definition = /.exec(html)?.[1]
    }),
  )
  expect(page?.length).toBeGreaterThan(1_000_000)
  expect(page === plain).toBe(true)
})

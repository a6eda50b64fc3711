// openapi.yaml names the product. Files that cannot read it say the same.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { product } from '../generated/product.ts'

const { title, name, shortName } = product

it.each<[file: string, text: string]>([
  ['README.md', `# ${title}\n`],
  ['Makefile', `'${title}'`],
  ['package.json', `"name": "${name}-service"`],
  ['package.json', `"@${name}/client": `],
  ['client/package.json', `"name": "@${name}/client"`],
  ['client/README.md', `@${name}/client`],
  ['docs/mock.md', `${name}-mock`],
  ['docs/operations/alarms.yml', `${shortName}_http_responses_total`],
])('%s has %j', async (file, text) => {
  expect(await readFile(file, 'utf8')).toContain(text)
})

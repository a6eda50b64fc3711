// The Markdown of the docs leaves nothing of the contract out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readContract } from '../../generate/read-contract.ts'
import { root } from '../support/folder.ts'

const markdown = readFileSync(join(root, 'stack/test/product/generated/docs.md'), 'utf8')
const contract = await readContract(join(root, 'stack/test/product/openapi.yaml'))
const sectionOf = (id: string) => markdown.split(`<a id="${id}"></a>`)[1]?.split('<a id=')[0] ?? ''

describe.each(contract.operations)('the section of $id', ({ id, method, path, scopes, parameters, responses }) => {
  const section = sectionOf(id)

  it('has the request, the parameters and a sample in each language', () => {
    expect(section).toContain(`\`${method.toUpperCase()} ${path}\`, operation \`${id}\`, scope \`${scopes.join()}\``)
    for (const { name, required } of parameters) expect(section).toContain(`| \`${name}\`${required ? ' (req' : ' |'}`)
    for (const language of ['sh', 'typescript', 'python']) expect(section).toContain(`\`\`\`${language}\n`)
  })

  it('has every response, and links each problem to its page', () => {
    for (const { status } of responses) {
      const row = section.split('\n').find((line) => line.startsWith(`- \`${status}\``))
      expect(row).toBeTruthy()
      if (status >= 400) expect(row).toMatch(/Problem \[`([a-z-]+)`\]\(problems\/\1\)/)
    }
  })
})

it('the response headers are in one table', () => {
  const headers = contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ response }) => Object.keys(response.headers ?? {})),
  )
  expect(headers.length).toBeGreaterThan(50)
  for (const name of new Set(headers)) expect(sectionOf('response-headers')).toContain(`\n| \`${name}\` |`)
  expect(sectionOf('response-headers')).toMatch(/^\| `Allow` \|.*\| 204 \(any request\), 405 \|$/m)
})

it('every schema has a section, and every link inside the text has a target', () => {
  for (const name of Object.keys(contract.document.components.schemas))
    expect(sectionOf(name)).toContain(`### ${name}\n`)
  for (const [, target] of markdown.matchAll(/\]\(#([\w-]+)\)/g)) expect(markdown).toContain(`<a id="${target}"></a>`)
})

it('the lines of a paragraph are joined, and code stays as it is', () => {
  expect(markdown).toContain('If the lamp already has these values, `updatedAt` and')
  expect(sectionOf('createLamp')).toContain('  -H "Authorization: Bearer $TOKEN" \\\n  -H ')
})

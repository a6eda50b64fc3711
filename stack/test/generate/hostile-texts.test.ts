// A contract with strings that are code if a generator does not quote them: no generated file runs them.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { handlerFiles } from '../../adopt/handler-files.ts'
import { loadContract } from '../../contract/load-contract.ts'
import { startBrowser } from '../support/browser.ts'
import { getOutput } from '../support/process.ts'
import { generate, newProduct } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'

/** `attack` is not defined, so a statement with it throws. */
const call = 'attack()'
const hostile = [
  ...['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', "'", '"', '`', '\\', "\\'", '"""', '\n```\n', '\n"""\n', "'''"],
  ...['*@description /', '</script><script>', '<img src=x onerror='],
  ...'*/ --> ${ $( {{ | ]( # @'.split(' '),
].map((start) => `${start}${call}`)
const html = `<script>${call}</script><img src="x" onerror="${call}"> [link](javascript:${call})`
const text = `${html}${hostile.join('')}\n${call} // ${hostile.toReversed().join(' ')}`
/** Names must not have control characters. */
const name = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
const string = { type: 'string', title: text, description: text, maxLength: 9999, example: text }
const json = (schema: object) => ({
  'application/json': { schema, examples: { [text]: { summary: text, value: { a: text } } } },
})
const pattern = '.*[\n\u2028`\'"/]*'
const item = { $ref: '#/components/schemas/Item' }
const id = { name: 'itemId', in: 'path', required: true, description: text, schema: { type: 'string', format: 'uuid' } }
const operation = (operationId: string, success: object) => ({
  operationId,
  summary: text,
  description: text,
  tags: [text],
  externalDocs: { url: 'http://localhost', description: text },
  responses: success,
})

const contract = stringify({
  openapi: '3.1.1',
  info: {
    title: text,
    summary: text,
    version: text,
    description: text,
    contact: { name: text },
    license: { name: text },
  },
  servers: [{ url: 'http://127.0.0.1:3000', description: text }],
  tags: [
    { name: text, description: text },
    { name: `Chapter ${text}`, description: text },
  ],
  security: [{ key: ["it's `$(a)`"] }],
  // A title of this length cannot be the name of the product.
  'x-product': { name: 'hostile' },
  'x-problems': { 'is-hostile': { status: 409, title: "It's */ `$(a)`", description: text, detail: "It's */ `$(a)`" } },
  paths: {
    "/it's": {
      get: {
        ...operation('listItems', { 200: { description: text, content: json({ type: 'array', items: item }) } }),
        parameters: [{ name, in: 'query', description: text, schema: { ...string, default: text, enum: [text, 'a'] } }],
      },
      post: {
        ...operation('createItem', { 201: { description: text, content: json(item) }, 409: { description: text } }),
        requestBody: { description: text, content: json({ $ref: '#/components/schemas/Draft' }) },
      },
    },
    "/it's/{itemId}": {
      parameters: [id],
      get: operation('getItem', { 200: { description: text, content: json(item) } }),
      put: {
        ...operation(`act ${text}`, {
          200: { description: text, headers: { 'X-Text': { description: text, schema: string } }, content: json(item) },
        }),
        parameters: [
          { name: 'X-Hostile', in: 'header', required: true, description: text, schema: string, example: name },
        ],
        requestBody: { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Form' } } } },
        callbacks: { [text]: { [text]: { post: operation('called', { 204: { description: text } }) } } },
      },
    },
  },
  webhooks: { schemas: { post: operation('hooked', { 204: { description: text } }) } },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key\'"`$(a)', description: text } },
    schemas: {
      Draft: {
        type: 'object',
        title: text,
        description: text,
        required: [text],
        properties: {
          [text]: { ...string, default: text, pattern, 'x-pattern-message': `must ${name}` },
          kind: { ...string, enum: [text, 'a'] },
          constant: { const: text },
        },
      },
      Form: { type: 'object', properties: { [text]: string, kind: string }, dependentRequired: { kind: [text] } },
      Item: {
        description: text,
        allOf: [
          { $ref: '#/components/schemas/Draft' },
          { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
        ],
      },
      Either: {
        oneOf: [item],
        discriminator: { propertyName: text, mapping: { [text]: '#/components/schemas/Item' } },
      },
      'Has.Dots-1': { type: 'object', description: text, additionalProperties: string },
    },
  },
})

const operations = 4
const folder = await newProduct(contract)
await generate(folder)
for (const [file, content] of handlerFiles(await loadContract(join(folder, 'openapi.yaml')))) {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), content)
}

it('the generated files compile', () => expect(findTypeErrors(folder, ['generated', 'server'])).toBe(''))

it('the generated files run no string of the contract, and have its names, defaults and patterns', async () => {
  const program = `
    const { contract } = await import('./generated/index.ts')
    const { operations, collections } = (await import('./generated/contract-types.ts')).contract
    const { fieldRules } = await import('./generated/field-rules.ts')
    await import('./generated/server.ts')
    await import('./server/handlers.ts')
    const [{ path, fields }] = contract.collections
    const rules = Object.entries(fieldRules[path]).map(([name, { pattern, patternMessage }]) => [name, pattern?.source, patternMessage])
    const defaults = Object.values(fields).map((field) => field.default)
    console.log(JSON.stringify([Object.keys(operations), Object.keys(collections), Object.keys(fields), defaults, rules]))`
  const printed = await getOutput('node', ['--input-type=module', '-e', program], { cwd: folder })
  expect(JSON.parse(printed)).toEqual([
    ['listItems', 'createItem', 'getItem', `act ${text}`],
    ["/it's"],
    [text, 'kind', 'constant', 'id'],
    [text, null, null, null],
    [
      [text, new RegExp(pattern, 'u').source, `must ${name}`],
      ['kind', null, null],
    ],
  ])
})

it('the code samples have a valid syntax', async () => {
  const markdown = await readFile(join(folder, 'generated/docs.md'), 'utf8')
  const blocks = [...markdown.matchAll(/^(`{3,})(typescript|sh)\n([\s\S]*?)^\1$/gm)]
  expect(blocks).toHaveLength(2 * operations)
  for (const [, , language, code = ''] of blocks) {
    if (language === 'sh') await getOutput('sh', ['-n', '-c', code])
    else await transform(code, { loader: 'ts' })
  }
})

it('the docs page runs no string of the contract', async () => {
  await using browser = await startBrowser()
  const context = await browser.newContext()
  await context.addInitScript('globalThis.attacks = 0; globalThis.attack = () => void attacks++')
  const page = await context.newPage()
  await page.goto(`file://${join(folder, 'generated/docs.html')}`)
  await page
    .locator('try-it')
    .nth(operations - 1)
    .waitFor({ state: 'attached' })
  expect(await page.evaluate('attacks')).toBe(0)
  expect(await page.locator('[onerror], a[href^="javascript:"]').count()).toBe(0)
})

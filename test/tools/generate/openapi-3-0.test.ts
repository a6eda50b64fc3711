// The generator of OpenAPI 3.0 writes a valid document, and converts or refuses each keyword that 3.0 does not have.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readContract } from '../../../tools/generate/contract.ts'
import { redocly } from '../../../tools/generate/redocly.ts'
import { SchemaConverter } from '../../../tools/generate/schema-3-0.ts'
import { temporaryFolder } from '../../support/folder.ts'

describe('generated/openapi-3.0.json', () => {
  const file = 'generated/openapi-3.0.json'

  /** Redocly compares the document with the specification, and examples with their schemas. */
  async function lint(text: string): Promise<string[]> {
    await using folder = await temporaryFolder()
    const [document, config] = [join(folder.path, 'openapi.json'), join(folder.path, 'redocly.yaml')]
    const rules = ['struct', 'no-unresolved-refs', 'no-invalid-media-type-examples', 'no-invalid-schema-examples']
    await writeFile(config, `rules:\n${rules.map((rule) => `  ${rule}: error\n`).join('')}`)
    await writeFile(document, text)
    const printed = await redocly('lint', document, '--config', config, '--format', 'json').catch(
      ({ stdout }) => stdout,
    )
    const { problems }: { problems: { ruleId: string }[] } = JSON.parse(printed)
    return problems.map(({ ruleId }) => ruleId)
  }

  it('is valid OpenAPI 3.0', async () => {
    expect(await lint(await readFile(file, 'utf8'))).toEqual([])
  })

  it('is not valid as OpenAPI 3.0 before the conversion', async () => {
    const contract = await readFile('generated/openapi.json', 'utf8')
    const problems = await lint(contract.replace('"openapi": "3.1.1"', '"openapi": "3.0.3"'))
    expect(new Set(problems)).toContain('struct')
  })
})

describe('a schema in OpenAPI 3.0', async () => {
  const converter = new SchemaConverter(await readContract('openapi.yaml'))
  const tag = '#/components/schemas/PlantTag'
  const timestamp = { $ref: '#/components/schemas/Timestamp' }
  const [a, b] = [{ required: ['a'] }, { required: ['b'] }]
  const text = { type: 'string', pattern: '^a$' }

  it.each<[what: string, schema: object, expected: object]>([
    ['the same keywords', { ...text, maxLength: 1 }, { ...text, maxLength: 1 }],
    ['enum for a constant', { type: 'integer', const: 0 }, { type: 'integer', enum: [0] }],
    ['example for examples', { examples: ['a', 'b'] }, { example: 'a' }],
    ['nullable for a list of types', { type: ['null', 'string'] }, { type: 'string', nullable: true }],
    ['nullable for oneOf with null', { oneOf: [text, { type: 'null' }] }, { ...text, nullable: true }],
    ['its own description', { description: 'a', $ref: tag }, { description: 'a', allOf: [{ $ref: tag }] }],
    ['a reference alone', { items: timestamp }, { items: timestamp }],
    [
      'not for if and then',
      parse('{if: {required: [a]}, then: {required: [b]}}'),
      { allOf: [{ not: { allOf: [a, { not: b }] } }] },
    ],
    [
      'not for a condition beside keywords',
      parse('{if: {required: [a]}, else: {minProperties: 1, if: {required: [b]}, then: {required: [c]}}}'),
      {
        allOf: [
          {
            not: {
              allOf: [
                { not: a },
                { not: { minProperties: 1, allOf: [{ not: { allOf: [b, { not: { required: ['c'] } }] } }] } },
              ],
            },
          },
        ],
      },
    ],
    ['not for if and else', { if: a, else: b }, { allOf: [{ not: { allOf: [{ not: a }, { not: b }] } }] }],
    [
      'not for each case of a condition',
      parse('{if: {required: [a]}, then: {not: {anyOf: [{required: [b]}, {required: [c]}]}}}'),
      { allOf: [{ not: { allOf: [a, b] } }, { not: { allOf: [a, { required: ['c'] }] } }] },
    ],
    [
      'a condition without types that the schema has',
      { properties: { a: text }, if: { properties: { a: { type: 'string' } }, ...a }, else: b },
      { properties: { a: text }, allOf: [{ not: { allOf: [{ not: a }, { not: b }] } }] },
    ],
  ])('has %s', (_, schema, expected) => {
    expect(converter.convert(schema)).toEqual(expected)
  })

  it('has a copy of the referenced schema beside nullable', () => {
    const schema = converter.convert({ description: 'a', oneOf: [{ $ref: tag }, { type: 'null' }] })
    expect(schema).toMatchObject({ description: 'a', type: 'string', maxLength: 64, nullable: true })
  })

  it.each<[what: string, schema: object]>([
    ['an unknown keyword', { patternProperties: {} }],
    ['a keyword with another meaning', { exclusiveMinimum: 1 }],
    ['then without if', parse('{then: {required: [b]}}')],
    ['two types', { type: ['string', 'integer'] }],
    ['null alone', { type: 'null' }],
    ['null beside a constant', { type: ['string', 'null'], const: null }],
    ['null beside two schemas', { oneOf: [text, { type: 'integer' }, { type: 'null' }] }],
    ['null beside a list of values', { oneOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }],
    ['a boolean instead of a schema', { items: true }],
    ['two conversions to the same keyword', { allOf: [text], $ref: tag }],
  ])('cannot have %s', (_, schema) => {
    expect(() => converter.convert(schema)).toThrow('openapi.yaml')
  })
})

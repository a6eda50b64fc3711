// Validators of requests, of response bodies and of response headers, compiled here and not where they run. A page whose
// policy forbids eval can use them, and nobody has to install a validator.

import { Ajv2020 } from 'ajv/dist/2020.js'
import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { literal } from './code.ts'
import { type Contract, type Operation, requestSchema } from './contract.ts'
import { knownFormats } from './formats.ts'
import { withoutPatchDefaults } from './merge-patch.ts'
import { compareDecimals } from './multiple-of.ts'

/** The one function of Ajv that our schemas need at run time. */
const textLength = `${ucs2length.default}`

type Schemas = (readonly [name: string, schema: unknown])[]

/** Keyed by `operationId`; the validator of the body has the suffix `Body`. */
export function requestValidators(given: Contract): string {
  const contract = withoutPatchDefaults(given)
  const schemas = contract.operations.flatMap((operation): Schemas => {
    return [
      [operation.id, parametersSchema(operation)],
      [`${operation.id}Body`, requestSchema(operation)],
    ]
  })
  // A caller sees every error of a request at once.
  return compiled(
    contract,
    'requestValidators',
    schemas.filter(([, schema]) => schema),
    { allErrors: true, useDefaults: true },
  )
}

/** By the name of the response; one for each that has a body. */
export function responseValidators(contract: Contract): string {
  const schemas = [...contract.responses].flatMap(([name, { response }]) =>
    Object.values(response.content ?? {}).map(({ schema }) => [name, schema] as const),
  )
  return compiled(contract, 'responseValidators', schemas)
}

/** By the name of the header component, or of the response and the header. */
export function headerValidators(contract: Contract): string {
  const headers = [...contract.responses.values()].flatMap((one) => one.headers)
  const schemas = headers.map(({ validator, schema }) => [validator, schema] as const)
  // A header is ASCII: each code unit is a character.
  const asciiLength = 'function asciiLength(text) {\n    return text.length;\n}'
  return compiled(contract, 'headerValidators', schemas).replace(textLength, asciiLength)
}

function parametersSchema({ parameters }: Operation): object {
  const group = (place: string) => {
    const own = parameters.filter((one) => one.in === place)
    return {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  return { type: 'object', properties: { query: group('query'), headers: group('header'), path: group('path') } }
}

/** One module without imports; equal schemas share a validator. */
function compiled(contract: Contract, name: string, schemas: Schemas, options = {}): string {
  const code = { source: true, esm: true }
  const ajv = new Ajv2020({ code, strict: false, formats: knownFormats, ...options })
  compareDecimals(ajv)
  ajv.addSchema({ $id: 'contract', components: JSON.parse(bare(contract.document.components)) })
  const texts = new Map(schemas.map(([key, schema]) => [key, bare(schema)]))
  const distinct = [...new Set(texts.values())]
  const keyOf = (text: string) => `validator${distinct.indexOf(text) + 1}`
  for (const text of distinct) ajv.addSchema(JSON.parse(text), keyOf(text))
  const module = standaloneCode.default(ajv, Object.fromEntries(distinct.map((text) => [keyOf(text), keyOf(text)])))
  const members = [...texts].map(([key, text]) => `  ${literal(key)}: ${keyOf(text)},\n`)
  return `${withoutImports(module)}\nexport const ${name} = {\n${members.join('')}}\n`
}

function withoutImports(code: string): string {
  const text = code
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', textLength)
    .replaceAll('export const validator', 'const validator')
    // A line for each function keeps the diff of a change readable.
    .replaceAll(/;(?=const|function)/g, ';\n')
  const left = /\b(?:require\(|import\b).*/.exec(text)
  if (left) throw new Error(`A validator would import ${left[0].slice(0, 80)}: see stack/generate/validators.ts`)
  return text.trimEnd()
}

/** JSON without descriptions, which check nothing, and with references that hold outside the contract. */
function bare(schema: unknown): string {
  return JSON.stringify(schema, (name, value) => {
    if (typeof value !== 'string') return value
    return name === '$ref' ? `contract${value}` : name === 'description' ? undefined : value
  })
}

// Validators as code that imports nothing: compiled by Ajv here, and not where they run. A page whose policy forbids eval can use
// them, and nobody has to install a validator.

import type { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { compareDecimals, knownFormats } from './ajv.ts'
import { literal } from './code.ts'
import type { Contract } from './contract.ts'

/** Of Ajv, to write code. */
export const standaloneOptions = {
  logger: false,
  code: { source: true, esm: true },
  strict: false,
} as const

/**
 * @param components Of the contract of the schemas, which refer to them.
 * @returns The code, and by the name of each schema its validator in the code. Equal schemas share a validator.
 */
export function compileStandalone(ajv: Ajv, components: unknown, schemas: Map<string, unknown>) {
  ajv.addSchema({ $id: 'contract', components: JSON.parse(bare(components)) })
  const texts = new Map(Array.from(schemas, ([name, schema]) => [name, bare(schema)]))
  const distinct = [...new Set(texts.values())]
  const getValidator = (text: string) => `validator${distinct.indexOf(text) + 1}`
  for (const text of distinct) ajv.addSchema(JSON.parse(text), getValidator(text))
  const names = Object.fromEntries(distinct.map((text) => [getValidator(text), getValidator(text)]))
  const validators = Array.from(texts, ([name, text]) => [name, getValidator(text)] as const)
  return { code: withoutImports(standaloneCode.default(ajv, names)), validators }
}

function withoutImports(code: string): string {
  const text = code
    // Headers are ASCII, and the control of a mock limits no other length than that of an empty string.
    .replaceAll(
      'require("ajv/dist/runtime/ucs2length").default',
      'function asciiLength(text) {\n    return text.length;\n}',
    )
    .replaceAll('export const validator', 'const validator')
    // A line for each function keeps the diff of a change readable.
    .replaceAll(/;(?=const|function)/g, ';\n')
  const left = /\b(?:require\(|import\b).*/.exec(text)
  if (left)
    throw new Error(`A validator would import ${left[0].slice(0, 80)}: see stack/generate/standalone-validators.ts`)
  return text.trimEnd()
}

/** JSON without descriptions, which check nothing, and with references that hold outside the contract. */
function bare(schema: unknown): string {
  return JSON.stringify(schema, (name, value) => {
    if (typeof value !== 'string') return value
    return name === '$ref' ? `contract${value}` : name === 'description' ? undefined : value
  })
}

/** generated/header-validators.js: by the name of the header component, or of the response and the header. */
export function headerValidators(contract: Contract): string {
  const headers = [...contract.responses.values()].flatMap((one) => one.headers)
  const ajv = new Ajv2020({ ...standaloneOptions, formats: knownFormats })
  compareDecimals(ajv)
  const schemas = new Map(headers.map(({ validator, schema }) => [validator, schema]))
  const { code, validators } = compileStandalone(ajv, contract.document.components, schemas)
  const members = validators.map(([key, validator]) => `  ${literal(key)}: ${validator},\n`)
  return `${code}\nexport const headerValidators = {\n${members.join('')}}\n`
}

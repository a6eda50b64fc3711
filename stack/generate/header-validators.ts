// generated/header-validators.js: the validators of response headers, compiled here and not where they run. A page whose policy
// forbids eval can use them, and nobody has to install a validator.

import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { literal } from './code.ts'
import type { Contract } from './contract.ts'
import { knownFormats } from './formats.ts'
import { compareDecimals } from './multiple-of.ts'

/** By the name of the header component, or of the response and the header. Equal schemas share a validator. */
export function headerValidators(contract: Contract): string {
  const headers = [...contract.responses.values()].flatMap((one) => one.headers)
  const ajv = new Ajv2020({ code: { source: true, esm: true }, strict: false, formats: knownFormats })
  compareDecimals(ajv)
  ajv.addSchema({ $id: 'contract', components: JSON.parse(bare(contract.document.components)) })
  const texts = new Map(headers.map(({ validator, schema }) => [validator, bare(schema)]))
  const distinct = [...new Set(texts.values())]
  const keyOf = (text: string) => `validator${distinct.indexOf(text) + 1}`
  for (const text of distinct) ajv.addSchema(JSON.parse(text), keyOf(text))
  const module = standaloneCode.default(ajv, Object.fromEntries(distinct.map((text) => [keyOf(text), keyOf(text)])))
  const members = [...texts].map(([key, text]) => `  ${literal(key)}: ${keyOf(text)},\n`)
  return `${withoutImports(module)}\nexport const headerValidators = {\n${members.join('')}}\n`
}

function withoutImports(code: string): string {
  const text = code
    // A header is ASCII: each code unit is a character.
    .replaceAll(
      'require("ajv/dist/runtime/ucs2length").default',
      'function asciiLength(text) {\n    return text.length;\n}',
    )
    .replaceAll('export const validator', 'const validator')
    // A line for each function keeps the diff of a change readable.
    .replaceAll(/;(?=const|function)/g, ';\n')
  const left = /\b(?:require\(|import\b).*/.exec(text)
  if (left) throw new Error(`A validator would import ${left[0].slice(0, 80)}: see stack/generate/header-validators.ts`)
  return text.trimEnd()
}

/** JSON without descriptions, which check nothing, and with references that hold outside the contract. */
function bare(schema: unknown): string {
  return JSON.stringify(schema, (name, value) => {
    if (typeof value !== 'string') return value
    return name === '$ref' ? `contract${value}` : name === 'description' ? undefined : value
  })
}

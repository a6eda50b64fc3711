// generated/header-validators.js: the validators of response headers.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { compareDecimals } from './ajv-keywords.ts'
import { literal } from './code.ts'
import type { Contract } from './contract.ts'
import { knownFormats } from './formats.ts'
import { compileStandalone, standaloneOptions } from './standalone-validators.ts'

/** By the name of the header component, or of the response and the header. */
export function headerValidators(contract: Contract): string {
  const headers = [...contract.responses.values()].flatMap((one) => one.headers)
  const ajv = new Ajv2020({ ...standaloneOptions, formats: knownFormats })
  compareDecimals(ajv)
  const schemas = new Map(headers.map(({ validator, schema }) => [validator, schema]))
  const { code, validators } = compileStandalone(ajv, contract.document.components, schemas)
  const members = validators.map(([key, validator]) => `  ${literal(key)}: ${validator},\n`)
  return `${code}\nexport const headerValidators = {\n${members.join('')}}\n`
}

// Validators as code that imports nothing, for pages whose policy forbids eval. Ajv need not be installed.

import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { knownFormats, replaceKeywords, standalone } from '../contract/model/ajv.ts'
import type { ContractModel } from '../contract/model/contract.ts'
import { resolveNode, toNode } from '../contract/model/node.ts'
import { readYaml } from '../contract/read/read-yaml.ts'
import { literal, quoted } from './code.ts'

const standaloneOptions = {
  logger: false,
  code: { ...standalone, lines: true },
  strict: false,
  validateSchema: false,
} as const

/** @returns The code, and the name of each schema with its validator in the code. Equal schemas share a validator. */
function compileStandalone(ajv: Ajv, components: unknown, schemas: Map<string, unknown>) {
  // With the option at the start only, each function has a line, and not each statement: diffs stay readable.
  ajv.opts.code.lines = false
  replaceKeywords(ajv)
  ajv.addSchema({ $id: 'contract', components: JSON.parse(withoutDescriptions(components)) })
  const json = new Map(Array.from(schemas, ([name, schema]) => [name, withoutDescriptions(schema)]))
  const distinct = [...new Set(json.values())]
  const getValidator = (text: string) => `validator${distinct.indexOf(text) + 1}`
  for (const text of distinct) ajv.addSchema(JSON.parse(text), getValidator(text))
  const names = Object.fromEntries(distinct.map((text) => [getValidator(text), getValidator(text)]))
  const code = `const exports = {}\n${standaloneCode.default(ajv, names).trimEnd()}`
  if (code.includes('require("ajv'))
    throw new Error('A validator would import Ajv: see stack/generate/standalone-validators.ts')
  return { code, validators: Array.from(json, ([name, text]) => [name, `exports.${getValidator(text)}`] as const) }
}

/** Returns JSON without descriptions, which are annotations, and with references that resolve outside the contract. */
function withoutDescriptions(schema: unknown): string {
  return JSON.stringify(schema, (name, value) => {
    if (typeof value !== 'string') return value
    return name === '$ref' ? `contract${value}` : name === 'description' ? undefined : value
  })
}

/** generated/header-validators.js: validators by header component, or by response and header. */
export function headerValidators(contract: ContractModel): string {
  const ajv = new Ajv2020({ ...standaloneOptions, formats: knownFormats })
  const { code, validators } = compileStandalone(ajv, contract.document.components, headerSchemas(contract))
  const members = validators.map(([key, validator]) => `  ${literal(key)}: ${validator},\n`)
  return `${code}\nexport const headerValidators = {\n${members.join('')}}\n`
}

/** generated/header-validators.d.ts */
export function headerValidatorTypes(contract: ContractModel): string {
  const names = Array.from(headerSchemas(contract).keys(), (key) => `  | ${quoted(key)}\n`)
  return `
import type { CompiledValidator } from 'contract-stack/contract'

/** Validators of header values, by header component, or by response and header. */
export declare const headerValidators: Record<HeaderKey, CompiledValidator>

type HeaderKey =
${names.join('')}`
}

function headerSchemas({ responses }: ContractModel): Map<string, unknown> {
  const headers = [...responses.values()].flatMap((response) => response.headers)
  return new Map(headers.map(({ validator, schema }) => [validator, schema]))
}

const source = fileURLToPath(new URL('../mock/server/control-openapi.yaml', import.meta.url))

/** stack/mock/core/control-validators.ts: validators of the requests to the control API, and of the start options. */
export function controlValidators(): string {
  const { components, schemas } = readSchemas()
  // Validators that stop at their first error have more code.
  const ajv = new Ajv({ ...standaloneOptions, allErrors: true, formats: knownFormats })
  const { code, validators } = compileStandalone(ajv, components, schemas)
  const exported = validators.map(([name, validator]) => `export const ${name}: CompiledValidator = ${validator}\n`)
  // The code of Ajv has no types.
  return `// @ts-nocheck
import type { CompiledValidator } from '../../core/contract/contract.ts'

${code}

${exported.join('')}`
}

/** Reads the schemas of the query and the body of each operation, and of the start options. */
function readSchemas() {
  const document = toNode(readYaml(source).document.toJS())
  const schemas = new Map<string, unknown>()
  const operations = Object.values(toNode(document.paths)).flatMap((path) => Object.values(toNode(path)).map(toNode))
  for (const { operationId, parameters = [], requestBody } of operations) {
    const all = [parameters].flat().map((parameter) => resolveNode(document, parameter))
    const query = all.filter((parameter) => parameter.in === 'query').map(({ name, schema }) => [name, schema])
    schemas.set(`${operationId}Query`, {
      type: 'object',
      properties: Object.fromEntries(query),
      additionalProperties: false,
    })
    const { schema } = toNode(toNode(toNode(requestBody).content)['application/json'])
    if (schema !== undefined) schemas.set(`${operationId}Body`, schema)
  }
  const { components } = document
  schemas.set('startOptions', toNode(toNode(components).schemas).StartOptions)
  return { components, schemas }
}

// stack/mock/core/control-validators.js: what a test may pass to the control of a mock. The handlers for Mock Service Worker have these
// validators too, where Ajv itself would be larger than all the rest of the control.

import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { knownFormats } from './ajv.ts'
import { resolved, toNode } from './complete/node.ts'
import { readYaml } from './read-yaml.ts'
import { compileStandalone, standaloneOptions } from './standalone-validators.ts'

const source = fileURLToPath(new URL('../mock/server/control-openapi.yaml', import.meta.url))

/** The files of the validators in the folder of the stack, and their texts. */
export function controlValidators(): Record<string, string> {
  const { components, schemas } = readSchemas()
  // The code is smaller than that of validators that stop at their first error.
  const ajv = new Ajv({ ...standaloneOptions, allErrors: true, formats: knownFormats })
  const { code, validators } = compileStandalone(ajv, components, schemas)
  const names = validators.map(([name]) => `export declare const ${name}: CompiledValidator\n`)
  const exported = validators.map(([name, validator]) => `export const ${name} = ${validator}\n`)
  return {
    'mock/core/control-validators.js': `${code}\n\n${exported.join('')}`,
    'mock/core/control-validators.d.ts': `
import type { CompiledValidator } from '../../core/contract/contract-data.ts'

${names.join('')}`,
  }
}

/** Of the query and the body of each operation, and of the options of a start. */
function readSchemas() {
  const document = toNode(readYaml(source).document.toJS())
  const schemas = new Map<string, unknown>()
  const operations = Object.values(toNode(document.paths)).flatMap((path) => Object.values(toNode(path)).map(toNode))
  for (const { operationId, parameters = [], requestBody } of operations) {
    const all = [parameters].flat().map((parameter) => resolved(document, parameter))
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

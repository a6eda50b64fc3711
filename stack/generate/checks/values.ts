// Values in the contract that its schemas refuse. The lint checks other examples (contract.redocly.yaml).

import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { visitNodes } from '../complete/node.ts'
import { type Contract, isRecursive } from '../contract.ts'
import { knownFormats } from '../formats.ts'
import { compareDecimals } from '../multiple-of.ts'
import type { Checks, Finding } from './check.ts'

export const valueChecks: Checks<Contract> = {
  'a default that its schema refuses': (contract) =>
    inNodes(contract, (node) => ('default' in node ? ['default', errorOf(contract, node, node.default)] : undefined)),

  'an example of a header that its schema refuses': (contract) =>
    inNodes(contract, (node, pointer) => {
      const isHeader = /\/headers\/[^/]+$/.test(pointer) && 'example' in node
      return isHeader ? ['example', errorOf(contract, node.schema, node.example)] : undefined
    }),
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, formats: knownFormats })
compareDecimals(ajv)

/** Of schemas that refer to nothing, by their JSON. */
const known = new Map<string, ValidateFunction>()

/** @returns Why the schema refuses a value; `undefined` if it does not. */
export function errorOf(contract: Contract, schema: unknown, value: unknown): string | undefined {
  const whole = contract.wholeSchema(schema)
  const key = JSON.stringify(whole)
  const refers = isRecursive(whole)
  const validate =
    known.get(key) ?? ajv.compile(refers ? { ...whole, components: contract.document.components } : whole)
  if (!refers) known.set(key, validate)
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'it' })
}

function inNodes(
  { document }: Contract,
  check: (node: Record<string, unknown>, pointer: string) => [name: string, error: string | undefined] | undefined,
): Finding[] {
  const found: Finding[] = []
  visitNodes(document, (node, pointer) => {
    const [name, error] = check(node, pointer) ?? []
    if (error !== undefined) found.push([`${pointer}/${name}`, `This ${name} breaks its schema: ${error}.`])
  })
  return found
}

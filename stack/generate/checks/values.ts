// Values in the contract that its schemas refuse. The lint checks other examples (contract.redocly.yaml).

import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { compareDecimals, knownFormats, shareComponents } from '../ajv.ts'
import { type Node, nodesIn, once, toNode } from '../complete/node.ts'
import type { Contract } from '../contract.ts'
import { type Checks, each } from './check.ts'

export const valueChecks: Checks<Contract> = {
  'an example of a header that its schema refuses': each(
    ({ document }) => nodesIn(document, Object.keys(document)),
    ({ node, pointer }, contract) => {
      if (!/\/headers\/[^/]+$/.test(pointer) || !('example' in node)) return
      const error = toError(contract, node.schema, node.example)
      return error && `This example breaks its schema: ${error}.`
    },
    '/example',
  ),
}

/** A document in which references lead to schemas. */
type Subject = Pick<Contract, 'document'> | { document: Node }

const getCompiler = once(({ document }: Subject) => {
  // Each validator checks few values, so shorter code would not pay.
  const code = { optimize: false }
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, formats: knownFormats, code })
  compareDecimals(ajv)
  shareComponents(ajv, document)
  /** By the JSON of their schemas. */
  const validators = new Map<string, ValidateFunction>()
  return { ajv, validators }
})

/** @returns Why the schema refuses a value; `undefined` if it does not. */
export function toError(contract: Subject, schema: unknown, value: unknown): string | undefined {
  const { ajv, validators } = getCompiler(contract)
  const key = JSON.stringify(schema ?? {})
  const validate = validators.get(key) ?? getValidator(ajv, toNode(schema), `value:${validators.size}`)
  validators.set(key, validate)
  return validate(value) ? undefined : ajv.errorsText(validate.errors?.map(withChoices), { dataVar: 'it' })
}

function withChoices(error: ErrorObject): ErrorObject {
  const { allowedValues } = error.params
  if (!Array.isArray(allowedValues)) return error
  return { ...error, message: `${error.message}: ${allowedValues.map(String).join(', ')}` }
}

function getValidator(ajv: Ajv2020, schema: object, name: string): ValidateFunction {
  const validate = ajv.addSchema(schema, name).getSchema(name)
  if (validate === undefined) throw new Error(`Ajv does not find ${name}.`)
  return validate
}

import { at, type Checks, each } from '../finding.ts'
import { requestProperties, requestSchema } from '../model/bodies.ts'
import { findCollections } from '../model/collections.ts'
import { type ContractModel, getRole } from '../model/contract.ts'
import { propertiesIn, toNode } from '../model/node.ts'
import { readNullable } from '../model/nullable.ts'
import { deriveResources } from '../model/resources.ts'

/** Warnings about request bodies. If the item refuses a body, the request gets 500, and nothing is stored. */
export const bodyWarnings: Checks<ContractModel> = {
  'an optional body of a standard method': each(at('/requestBody', standardBodies), ({ id, requestBody }) => {
    const isRequired = requestBody?.required === true
    return !isRequired && `The service requires the body of ${id}: write required: true.`
  }),

  'a required property that nothing sets': each(requiredFields, (field, { document }) => {
    const { kind, bodySchema, name, schema } = field
    const isChecked = kind === 'create' || (kind === 'replace' && Object.hasOwn(bodySchema.properties ?? {}, name))
    // Validators apply a default that is written in the body, not in a schema that it refers to.
    const { default: bodyDefault } = toNode(propertiesIn(toNode(document), requestSchema(field))[name])
    const hasDefault = schema.default !== undefined || bodyDefault !== undefined
    const isAlwaysSet = getRole(name, schema) || hasDefault || bodySchema.required?.includes(name)
    const noun = kind === 'create' ? 'creation' : 'replacement'
    const advice = `require ${name} in the body, or give it a default in the item`
    return isChecked && !isAlwaysSet && `A ${noun} without ${name} gets 500: ${advice}.`
  }),

  'a required property that null removes': each(requiredFields, ({ kind, input, name, schema }) => {
    const { [name]: field } = input
    const isRemoved =
      field && readNullable(field).isNullable && !readNullable(schema).isNullable && schema.default === undefined
    const advice = `allow no null in the body, or give ${name} a default in the item`
    return kind === 'update' && isRemoved && `A change of ${name} to null gets 500: ${advice}.`
  }),

  'a body with properties that are not stored': each(standardBodies, ({ id, bodySchema }) => {
    const { additionalProperties, unevaluatedProperties } = toNode(bodySchema)
    const isClosed = additionalProperties === false || unevaluatedProperties === false
    const advice = 'write additionalProperties: false'
    return !isClosed && `The body of ${id} allows other properties, which are not stored: ${advice}.`
  }),
}

function standardBodies(contract: ContractModel) {
  const { standard } = deriveResources(contract)
  return findCollections(contract).flatMap(({ item, methods }) =>
    (['create', 'update', 'replace'] as const).flatMap((kind) => {
      const { [kind]: operation } = methods
      if (operation === undefined || !standard.has(operation.id)) return []
      const bodySchema = contract.objectSchema(requestSchema(operation))
      return [{ ...operation, kind, item, bodySchema, input: requestProperties(contract, operation) }]
    }),
  )
}

function requiredFields(contract: ContractModel) {
  return standardBodies(contract).flatMap((body) => {
    const { required = [] } = contract.objectSchema(body.item)
    const fields = contract.getProperties(body.item)
    return required.map((name) => ({ ...body, name, schema: fields[name] ?? {} }))
  })
}

// The schemas of the contract, for frameworks that take JSON Schemas without references.
import { readFileSync } from 'node:fs'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

interface Parameter {
  name: string
  in: string
  schema: Json
}

const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const { schemas } = contract.components
const parameters: Parameter[] = contract.paths['/plants'].get.parameters.map(({ $ref = '' }) => at($ref))

export const plantSchema = resolved(schemas.Plant)
export const listSchema = resolved(contract.paths['/plants'].get.responses['200'].content['application/json'].schema)
export const draftSchema = resolved(schemas.PlantDraft)
export const patchSchema = resolved(schemas.PlantPatch)
export const pathSchema: Json = { type: 'object', required: ['id'], properties: { id: resolved(schemas.PlantId) } }
export const querySchema: Json = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, resolved(schema)]),
  ),
}

/** @param reference Such as `#/components/schemas/Plant`. */
function at(reference: string) {
  return reference
    .split('/')
    .slice(1)
    .reduce((node, name) => node[name], contract)
}

/** A copy without references and without descriptions. */
function resolved(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(resolved)
  if (typeof schema !== 'object' || schema === null) return schema
  if (typeof schema.$ref === 'string') return resolved(at(schema.$ref))
  const members = Object.entries(schema).filter(
    ([name, value]) => !(name === 'description' && typeof value === 'string'),
  )
  return Object.fromEntries(members.map(([name, value]) => [name, resolved(value)]))
}

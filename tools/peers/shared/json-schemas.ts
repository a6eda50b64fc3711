// The schemas of the contract without references, for frameworks that take JSON Schemas.
import { $RefParser } from '@apidevtools/json-schema-ref-parser'

interface Parameter {
  name: string
  in: string
  schema: object
}

// The parser returns any document. These paths are those of the contract.
const { components, paths } = (await $RefParser.dereference('generated/openapi.json')) as {
  components: { schemas: Record<'Plant' | 'PlantDraft' | 'PlantPatch' | 'PlantId', object> }
  paths: {
    '/plants': {
      get: { parameters: Parameter[]; responses: { 200: { content: { 'application/json': { schema: object } } } } }
    }
  }
}
const { parameters, responses } = paths['/plants'].get
const queryParameters = parameters.filter((one) => one.in === 'query')

export const {
  Plant: plantSchema,
  PlantDraft: draftSchema,
  PlantPatch: patchSchema,
  PlantId: idSchema,
} = components.schemas
export const listSchema = responses[200].content['application/json'].schema
export const pathSchema = { type: 'object', required: ['id'], properties: { id: idSchema } }
export const querySchema = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(queryParameters.map(({ name, schema }) => [name, schema])),
}

// Changes that break a consumer, by the rule that must find each of them, and no other rule.
import { append, type Edit, remove, rename, set } from './edit.ts'

/** The prefix of the project's own rules (tools/redocly/changes.js), which find what `redocly diff` does not. */
export const ownRules = 'contract/'

const list = 'paths /plants get'
const page = `${list} responses 200`
const create = 'paths /plants post'
const plant = 'paths /plants/{id}'
const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'
const responses = 'components responses'
const constants = 'content application/problem+json schema allOf 1 properties'

const text = { type: 'string' }
const json = (schema: object) => ({ 'application/json': { schema } })
const requiredParameter = { name: 'garden', in: 'query', required: true, schema: text }
const requiredBody = { required: true, content: json({ type: 'object' }) }

const byRule: Record<string, Record<string, Edit[]>> = {
  'enum-values-removed': {
    'A parameter accepts only some values': [set(`${parameters} Cursor schema enum`, ['a'])],
  },
  [`${ownRules}access-narrowed`]: {
    'A property of a request becomes read-only': [set(`${schemas} NewPlant properties tag readOnly`, true)],
  },
  [`${ownRules}default-changed`]: {
    'The default of a parameter changes': [set(`${parameters} Limit schema default`, 10)],
    'A default is removed': [remove(`${schemas} NewPlant properties tag default`)],
    'A default is added': [set(`${schemas} PlantPatch properties name default`, 'Fern')],
  },
  [`${ownRules}header-became-optional`]: {
    'A response header becomes optional': [set(`${headers} ETag required`, false)],
    'A header of responses to any request becomes optional': [remove(`${headers} Allow required`)],
  },
  [`${ownRules}limit-lowered`]: {
    'The limit of bodies is lowered': [set('x-limits bodyBytes', 8192)],
    'Idempotency keys are kept for a shorter time': [set('x-limits idempotencyKeyHours', 12)],
    'A limit is no longer promised': [remove('x-limits targetBytes')],
    'A limit is added': [set('x-limits plantsPerCaller', 1000)],
  },
  [`${ownRules}parameter-renamed`]: {
    'A header is written in lower case': [set(`${parameters} IfMatch name`, 'if-match')],
    'A path parameter is renamed': [rename(plant, '/plants/{plantId}'), set(`${parameters} PlantId name`, 'plantId')],
  },
  [`${ownRules}required-body-added`]: {
    'A request needs a body': [set(`${plant} delete requestBody`, requiredBody)],
  },
  [`${ownRules}responses-removed`]: {
    'The responses to any request are removed': [remove('x-http-responses')],
  },
  [`${ownRules}schema-removed`]: {
    'A parameter becomes JSON': [
      remove(`${parameters} Cursor schema`),
      set(`${parameters} Cursor content`, json(text)),
    ],
    'A response loses its schema': [remove(`${page} content application/json schema`)],
  },
  [`${ownRules}servers-moved`]: {
    'The default server changes': [set('servers 0 variables base_url default', '/')],
    'An operation gets another server': [set(`${list} servers`, [{ url: '/' }])],
  },
  [`${ownRules}success-added`]: {
    'A second success is added': [set(`${create} responses 202`, { description: 'The plant will be created.' })],
  },
  'media-type-removed': {
    'A media type of a request is removed': [remove(`${plant} patch requestBody content application/json`)],
    'A response gets another media type': [rename(`${page} content application/json`, 'application/xml')],
  },
  'operation-id-changed': { 'An operation is renamed': [set(`${list} operationId`, 'findPlants')] },
  'operation-removed': { 'An operation is removed': [remove(`${plant} patch`)] },
  'parameter-became-required': {
    'A parameter becomes required': [set(`${parameters} IdempotencyKey required`, true)],
    'A required parameter is added': [append(`${list} parameters`, requiredParameter)],
  },
  'parameter-removed': { 'A parameter is removed': [remove(`${list} parameters 2`)] },
  'parameter-serialization-changed': {
    'A parameter may no longer be empty': [remove(`${parameters} TagFilter allowEmptyValue`)],
  },
  'path-removed': { 'A path is removed': [remove(plant)] },
  'property-removed': {
    'A property of a request is removed': [remove(`${schemas} PlantPatch properties tag`)],
    'A property of a response is removed': [remove(`${schemas} Plant properties createdAt`)],
  },
  'request-body-removed': { 'The body of a request is removed': [remove(`${create} requestBody`)] },
  'required-properties-added': {
    'A required property of a request is added': [
      set(`${schemas} NewPlant properties garden`, text),
      append(`${schemas} NewPlant required`, 'garden'),
    ],
  },
  'required-properties-removed': {
    'A property of a response becomes optional': [remove(`${schemas} Plant required 4`)],
  },
  'response-header-removed': {
    'A response header is removed': [remove(`${page} headers Link`)],
    'A header of responses to any request is removed': [remove(`${responses} MethodNotAllowed headers Allow`)],
  },
  'response-removed': {
    'An error response is removed': [remove(`${plant} delete responses 404`)],
    'An error response to any request is removed': [remove('x-http-responses 405')],
  },
  'schema-combinator-changed': {
    'Null is no longer accepted': [remove(`${schemas} PlantPatch properties tag oneOf 1`)],
    'A status gets another problem': [
      set(`${create} responses 422`, { $ref: '#/components/responses/InvalidRequest' }),
    ],
  },
  'schema-constraint-changed': {
    'A maximum is lowered': [set(`${parameters} Limit schema maximum`, 50)],
    'The pattern of a header accepts less': [set(`${parameters} IdempotencyKey schema pattern`, '^[a-z]+$')],
    'A response header gets another constant': [set(`${headers} Cache-Control schema const`, 'no-store')],
    'A property of a response may be longer': [set(`${schemas} PlantName maxLength`, 300)],
    'A problem gets another type': [set(`${responses} NotFound ${constants} type const`, '/problems/gone')],
    'A problem of any request gets another type': [
      set(`${responses} UriTooLong ${constants} type const`, '/problems/too-long'),
    ],
  },
  'schema-type-changed': { 'A property may be null': [set(`${schemas} Timestamp type`, ['string', 'null'])] },
  'security-requirement-changed': {
    'An operation needs another scope': [append(`${create} security 0 bearerAuth`, 'plants:read')],
  },
  'security-scheme-changed': {
    'Tokens are sent in another way': [set('components securitySchemes bearerAuth scheme', 'dpop')],
  },
  'server-removed': { 'The server gets another path': [set('servers 0 url', '{base_url}/v2')] },
}

export const breakingChanges = Object.entries(byRule).flatMap(([rule, changes]) =>
  Object.entries(changes).map(([name, edits]) => ({ rule, name, edits })),
)

// Changes that break a consumer, and the rule that has to say so of each. Those of `contract/` are ours
// (tools/redocly/changes.js): what `redocly diff` does not see by itself.
import { append, type Edit, type Planted, remove, rename, set } from './edit.ts'

export interface Break extends Planted {
  rule: string
}

const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'
const responses = 'components responses'
const page = 'paths /plants get responses 200'
const constants = 'content application/problem+json schema allOf 1 properties'

const places = [
  breaks('path-removed', 'A path is removed', remove('paths /plants/{id}')),
  breaks('operation-removed', 'An operation is removed', remove('paths /plants/{id} patch')),
  breaks('operation-id-changed', 'An operation is renamed', set('paths /plants get operationId', 'findPlants')),
  breaks('server-removed', 'The server is at another path', set('servers 0 url', '{base_url}/v2')),
  breaks(
    'contract/servers-moved',
    'The server is elsewhere by default',
    set('servers 0 variables base_url default', '/'),
  ),
  breaks(
    'contract/servers-moved',
    'An operation has a server of its own',
    set('paths /plants get servers', [{ url: '/' }]),
  ),
]

const newParameter = { name: 'garden', in: 'query', required: true, schema: { type: 'string' } }
const asContent = { 'application/json': { schema: { type: 'string' } } }

const parametersAsked = [
  breaks('parameter-removed', 'A parameter is removed', remove('paths /plants get parameters 2')),
  breaks(
    'contract/parameter-renamed',
    'A header is written in lower case',
    set(`${parameters} IfMatch name`, 'if-match'),
  ),
  breaks(
    'contract/parameter-renamed',
    'A path variable is renamed',
    rename('paths /plants/{id}', '/plants/{plantId}'),
    set(`${parameters} PlantId name`, 'plantId'),
  ),
  breaks(
    'parameter-became-required',
    'A parameter becomes required',
    set(`${parameters} IdempotencyKey required`, true),
  ),
  breaks(
    'parameter-became-required',
    'A required parameter is added',
    append('paths /plants get parameters', newParameter),
  ),
  breaks(
    'parameter-serialization-changed',
    'A parameter may no longer be empty',
    remove(`${parameters} TagFilter allowEmptyValue`),
  ),
  breaks(
    'contract/schema-removed',
    'A parameter is JSON now',
    remove(`${parameters} Cursor schema`),
    set(`${parameters} Cursor content`, asContent),
  ),
  breaks('schema-constraint-changed', 'A maximum is lowered', set(`${parameters} Limit schema maximum`, 50)),
  breaks(
    'schema-constraint-changed',
    'The pattern of a header is tightened',
    set(`${parameters} IdempotencyKey schema pattern`, '^[a-z]+$'),
  ),
  breaks('enum-values-removed', 'A parameter takes some values only', set(`${parameters} Cursor schema enum`, ['a'])),
  breaks(
    'contract/default-changed',
    'The default of a parameter is changed',
    set(`${parameters} Limit schema default`, 10),
  ),
]

const deletion = 'paths /plants/{id} delete'
const requiredBody = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }

const bodiesAsked = [
  breaks('request-body-removed', 'A request has no body any more', remove('paths /plants post requestBody')),
  breaks('contract/required-body-added', 'A request needs a body', set(`${deletion} requestBody`, requiredBody)),
  breaks(
    'media-type-removed',
    'A media type of a request is removed',
    remove('paths /plants/{id} patch requestBody content application/json'),
  ),
  breaks('property-removed', 'A property of a request is removed', remove(`${schemas} PlantPatch properties tag`)),
  breaks(
    'required-properties-added',
    'A required property of a request is added',
    set(`${schemas} NewPlant properties garden`, { type: 'string' }),
    append(`${schemas} NewPlant required`, 'garden'),
  ),
  breaks('contract/default-changed', 'A default is removed', remove(`${schemas} NewPlant properties tag default`)),
  breaks(
    'contract/default-changed',
    'A default is added',
    set(`${schemas} PlantPatch properties name default`, 'Fern'),
  ),
  breaks(
    'contract/access-narrowed',
    'A property of a request may no longer be sent',
    set(`${schemas} NewPlant properties tag readOnly`, true),
  ),
  breaks('schema-combinator-changed', 'Null is refused', remove(`${schemas} PlantPatch properties tag oneOf 1`)),
]

const access = [
  breaks(
    'security-requirement-changed',
    'An operation needs one more scope',
    append('paths /plants post security 0 bearerAuth', 'plants:read'),
  ),
  breaks(
    'security-scheme-changed',
    'Tokens are sent in another way',
    set('components securitySchemes bearerAuth scheme', 'dpop'),
  ),
  breaks('contract/limit-lowered', 'Bodies may be less large', set('x-limits bodyBytes', 8192)),
  breaks('contract/limit-lowered', 'Keys are kept less long', set('x-limits idempotencyKeyHours', 12)),
  breaks('contract/limit-lowered', 'A limit is no longer promised', remove('x-limits targetBytes')),
  breaks('contract/limit-lowered', 'A limit is added', set('x-limits plantsPerCaller', 1000)),
]

const accepted = { description: 'The plant will be created.' }

const statuses = [
  breaks('response-removed', 'A refusal is removed', remove('paths /plants/{id} delete responses 404')),
  breaks(
    'contract/success-added',
    'A second way to succeed is added',
    set('paths /plants post responses 202', accepted),
  ),
  breaks('response-removed', 'A refusal that HTTP brings is removed', remove('x-http-responses 405')),
  breaks('contract/responses-removed', 'Nothing is said of what HTTP brings', remove('x-http-responses')),
]

const headersAnswered = [
  breaks('response-header-removed', 'A response header is removed', remove(`${page} headers Link`)),
  breaks(
    'response-header-removed',
    'A header of what HTTP brings is removed',
    remove(`${responses} MethodNotAllowed headers Allow`),
  ),
  breaks(
    'contract/header-became-optional',
    'A response header becomes optional',
    set(`${headers} ETag required`, false),
  ),
  breaks(
    'contract/header-became-optional',
    'A header of what HTTP brings becomes optional',
    remove(`${headers} Allow required`),
  ),
  breaks(
    'schema-constraint-changed',
    'A response header has another constant',
    set(`${headers} Cache-Control schema const`, 'no-store'),
  ),
]

const bodiesAnswered = [
  breaks(
    'media-type-removed',
    'A response has another media type',
    rename(`${page} content application/json`, 'application/xml'),
  ),
  breaks(
    'contract/schema-removed',
    'A response has no schema any more',
    remove(`${page} content application/json schema`),
  ),
  breaks('property-removed', 'A property of a response is removed', remove(`${schemas} Plant properties createdAt`)),
  breaks(
    'required-properties-removed',
    'A property of a response is no longer certain',
    remove(`${schemas} Plant required 4`),
  ),
  breaks('schema-type-changed', 'A property may be null', set(`${schemas} Timestamp type`, ['string', 'null'])),
  breaks('schema-constraint-changed', 'A property may be longer', set(`${schemas} PlantName maxLength`, 300)),
  breaks(
    'schema-constraint-changed',
    'A problem has another type',
    set(`${responses} NotFound ${constants} type const`, '/problems/gone'),
  ),
  breaks(
    'schema-constraint-changed',
    'A problem that HTTP brings has another type',
    set(`${responses} UriTooLong ${constants} type const`, '/problems/too-long'),
  ),
  breaks(
    'schema-combinator-changed',
    'A status comes with another problem',
    set('paths /plants post responses 422', { $ref: '#/components/responses/InvalidRequest' }),
  ),
]

export const plantedBreaks: Break[] = [
  ...places,
  ...parametersAsked,
  ...bodiesAsked,
  ...access,
  ...statuses,
  ...headersAnswered,
  ...bodiesAnswered,
]

function breaks(rule: string, name: string, ...edits: Edit[]): Break {
  return { rule, name, edits }
}

// Changes to plant in the contract: those that break a consumer, and harmless ones.
import { append, type Edit, remove, rename, set } from './edit.ts'
import { additionsInside, breakingInside, sameMeaning } from './planted-notations.ts'

export interface Change {
  name: string
  edits: Edit[]
  /** Edits of the contract with which it is compared. Default: none. */
  before?: Edit[]
  raises: 'major' | 'minor' | 'patch' | 'nothing'
  /** The rule that finds a breaking change. */
  rule?: string
}

/** The prefix of the project's own rules (tools/compat/breaking-changes.js), which find what `redocly diff` does not. */
export const ownRules = 'contract/'

const list = 'paths /plants get'
const page = `${list} responses 200`
const create = 'paths /plants post'
const plant = 'paths /plants/{id}'
const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'
const responses = 'components responses'

const text = { type: 'string' }
const shortText = { type: 'string', maxLength: 20, pattern: '^[a-z]*$' }
const json = (schema: object) => ({ 'application/json': { schema } })
const body = { content: json({ type: 'object' }) }
const parameter = { name: 'garden', in: 'query', schema: text }
const operation = { operationId: 'countPlants', responses: { 200: { description: 'The number of plants.' } } }
const problem = { description: 'The plant exists already.' }

/** By the rule that must find each of them, and no other rule. */
const breaking: Record<string, Record<string, Edit[]>> = {
  'enum-values-removed': {
    'A parameter accepts only some values': [set(`${parameters} Cursor schema enum`, ['a'])],
  },
  [`${ownRules}access-narrowed`]: {
    'A property of a request becomes read-only': [set(`${schemas} PlantDraft properties tag readOnly`, true)],
    'A property of a response becomes write-only': [set(`${schemas} Plant properties tag writeOnly`, true)],
    'A schema of requests and responses becomes read-only': [set(`${schemas} PlantName readOnly`, true)],
    'A schema of requests and responses becomes write-only': [set(`${schemas} PlantName writeOnly`, true)],
  },
  [`${ownRules}default-changed`]: {
    'The default of a parameter changes': [set(`${parameters} Limit schema default`, 10)],
    'A default is removed': [remove(`${parameters} Limit schema default`)],
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
    'A path parameter is renamed': [rename(plant, '/plants/{plantId}'), set(`${parameters} Id name`, 'plantId')],
  },
  [`${ownRules}required-body-added`]: {
    'A request needs a body': [set(`${plant} delete requestBody`, { ...body, required: true })],
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
    'The default server changes': [set('servers 1 variables base_url default', '/')],
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
    'A required parameter is added': [append(`${list} parameters`, { ...parameter, required: true })],
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
      set(`${schemas} PlantDraft properties garden`, text),
      append(`${schemas} PlantDraft required`, 'garden'),
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
  },
  'schema-constraint-changed': {
    'A maximum is lowered': [set(`${parameters} Limit schema maximum`, 50)],
    'The pattern of a header accepts less': [set(`${parameters} IdempotencyKey schema pattern`, '^[a-z]+$')],
    'A response header gets another constant': [set(`${headers} Cache-Control schema const`, 'no-store')],
    'A property of a response may be longer': [set(`${schemas} PlantName maxLength`, 300)],
    'A status gets another problem': [
      set(`${create} responses 422`, { $ref: '#/components/responses/InvalidRequest' }),
    ],
    'A problem gets another type': [
      set(`${schemas} NotFoundProblem properties type const`, 'tag:plants.example,2026:gone'),
    ],
    'A problem of any request gets another type': [
      set(`${schemas} UriTooLongProblem properties type const`, 'tag:plants.example,2026:too-long'),
    ],
  },
  'schema-type-changed': { 'A property may be null': [set(`${schemas} Timestamp type`, ['string', 'null'])] },
  'security-requirement-changed': {
    'An operation needs another scope': [append(`${create} security 0 bearerAuth`, 'plants:read')],
  },
  'security-scheme-changed': {
    'Tokens are sent in another way': [set('components securitySchemes bearerAuth scheme', 'dpop')],
  },
  'server-removed': { 'The server gets another path': [set('servers 0 url', 'http://127.0.0.1:3000/v2')] },
}

/** By the number that a release must raise: minor for additions, patch for other changes, none for another notation. */
const harmless: Record<Exclude<Change['raises'], 'major'>, Record<string, Edit[]>> = {
  minor: {
    'A path is added': [set('paths /count', { get: operation })],
    'An operation is added': [set('paths /plants delete', operation)],
    'An optional query parameter is added': [append(`${list} parameters`, parameter)],
    'An optional request body is added': [set(`${plant} delete requestBody`, body)],
    'A media type of a request is added': [set(`${create} requestBody content text/csv`, {})],
    'A media type of a response is added': [set(`${page} content text/csv`, {})],
    'An optional property of a request is added': [set(`${schemas} PlantDraft properties garden`, shortText)],
    'A property of a response is added': [set(`${schemas} Plant properties garden`, shortText)],
    'A required property of a response is added': [
      set(`${schemas} Plant properties garden`, shortText),
      append(`${schemas} Plant required`, 'garden'),
    ],
    'A property of a request accepts one more type': [
      append(`${schemas} PlantPatch properties tag oneOf`, { type: 'boolean' }),
    ],
    'A response header is added': [set(`${page} headers Total-Count`, { schema: shortText })],
    'An error response is added': [set(`${create} responses 409`, problem)],
    'An error response to any request is added': [set('x-http-responses 426', problem)],
    'A 304 is added': [set(`${plant} patch responses 304`, problem)],
    'A server is added': [append('servers', { url: 'https://plants.test' })],
    'A second way to authenticate is added': [
      set('components securitySchemes key', { type: 'apiKey', in: 'header', name: 'Api-Key' }),
      append(`${list} security`, { key: [] }),
    ],
    'An example is added': [set(`${page} content application/json examples onePlant`, { summary: 'None', value: [] })],
  },
  patch: {
    'An unused component is added': [set(`${schemas} Garden`, shortText)],
    'A maximum of a request is raised': [set(`${parameters} Limit schema maximum`, 200)],
    'A request header may be longer': [set(`${parameters} IdempotencyKey schema maxLength`, 1024)],
    'A request header may be empty': [remove(`${schemas} EntityTags minLength`)],
    'The pattern of a parameter is removed': [remove(`${parameters} Cursor schema pattern`)],
    'A parameter accepts more types': [set(`${parameters} Limit schema type`, ['integer', 'null'])],
    'A property of a request becomes optional': [remove(`${schemas} PlantDraft required`)],
    'Unknown properties are accepted': [set(`${schemas} PlantDraft additionalProperties`, true)],
    'A request body becomes optional': [remove(`${create} requestBody required`)],
    'An operation no longer needs a token': [set(`${list} security`, [])],
    'Bodies may be larger': [set('x-limits bodyBytes', 32_768)],
    'Idempotency keys are kept longer': [set('x-limits idempotencyKeyHours', 48)],
    'Pages are shorter': [set(`${page} content application/json schema maxItems`, 50)],
    'Waiting times are shorter': [set(`${headers} Retry-After schema maximum`, 600)],
    'A property of a response is shorter': [set(`${schemas} FieldError properties detail maxLength`, 400)],
    'A property of a response is never empty': [set(`${schemas} FieldError properties detail minLength`, 1)],
    'A property of a response becomes required': [append(`${schemas} FieldError required`, 'pointer')],
    'A property of a response becomes read-only': [set(`${schemas} Plant properties createdAt readOnly`, true)],
    'A schema of responses becomes read-only': [set(`${schemas} Timestamp readOnly`, true)],
    'A property of a request becomes write-only': [set(`${schemas} PlantPatch properties tag writeOnly`, true)],
    'A response header becomes required': [set(`${headers} RateLimit required`, true)],
    'The description of the API changes': [set('info description', 'Plants.')],
    'A summary changes': [set(`${list} summary`, 'All plants')],
    'The description of an operation changes': [set(`${list} description`, 'All plants.')],
    'The description of a parameter changes': [set(`${parameters} Limit description`, 'How many.')],
    'The description of a response changes': [set('components responses NotFound description', 'It is not here.')],
    'The description of a schema changes': [set(`${schemas} Plant description`, 'Some plant.')],
    'The description of a header changes': [set(`${headers} ETag description`, 'A name for the response.')],
    'An example is removed': [remove(`${page} content application/json examples noPlants`)],
    'An operation moves to another group': [set(`${list} tags`, ['Lists'])],
    'An operation is deprecated': [set(`${list} deprecated`, true)],
    'A property is deprecated': [set(`${schemas} Plant properties tag deprecated`, true)],
    'A response header is written in lower case': [rename(`${page} headers Link`, 'link')],
    'A component is renamed': [
      rename(`${parameters} Cursor`, 'Position'),
      set(`${list} parameters 2 $ref`, '#/components/parameters/Position'),
    ],
  },
  nothing: {
    'The order of parameters changes': [
      append(`${list} parameters`, { $ref: '#/components/parameters/Limit' }),
      remove(`${list} parameters 0`),
    ],
    'The text of an example changes': [set('components examples NoSuchPlant value detail', 'No.')],
  },
}

export const changes: Change[] = [
  ...Object.entries(breaking).flatMap(([rule, named]) =>
    Object.entries(named).map(([name, edits]) => ({ name, edits, raises: 'major' as const, rule })),
  ),
  ...Object.entries(breakingInside).flatMap(([rule, named]) =>
    Object.entries(named).map(([name, [edits, before = []]]) => ({
      name,
      edits,
      before,
      raises: 'major' as const,
      rule,
    })),
  ),
  ...(['minor', 'patch', 'nothing'] as const).flatMap((raises) =>
    Object.entries(harmless[raises]).map(([name, edits]) => ({ name, edits, raises })),
  ),
  ...Object.entries(additionsInside).map(([name, [edits, before = []]]) => ({
    name,
    edits,
    before,
    raises: 'minor' as const,
  })),
  ...Object.entries(sameMeaning).flatMap(([name, [edits, before = []]]) => [
    { name, edits, before, raises: 'nothing' as const },
    { name: `${name}, in reverse`, edits: before, before: edits, raises: 'nothing' as const },
  ]),
]

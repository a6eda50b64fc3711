// Changes that break no consumer, by the version number that a release with each must raise: the minor number for
// additions, the patch number for other changes, none for another way to write the same contract.
import type { Impact } from '../../../tools/compat/compare.ts'
import { append, type Edit, remove, rename, set } from './edit.ts'

type Raises = Exclude<Impact, 'major'> | 'nothing'

const list = 'paths /plants get'
const page = `${list} responses 200`
const create = 'paths /plants post'
const plant = 'paths /plants/{id}'
const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'

const text = { type: 'string', maxLength: 20, pattern: '^[a-z]*$' }
const operation = { operationId: 'countPlants', responses: { 200: { description: 'The number of plants.' } } }
const problem = { description: 'The plant exists already.' }
const optionalBody = { content: { 'application/json': { schema: { type: 'object' } } } }

const byRaises: Record<Raises, Record<string, Edit[]>> = {
  minor: {
    'A path is added': [set('paths /count', { get: operation })],
    'An operation is added': [set('paths /plants delete', operation)],
    'An optional query parameter is added': [
      append(`${list} parameters`, { name: 'garden', in: 'query', schema: text }),
    ],
    'An optional request body is added': [set(`${plant} delete requestBody`, optionalBody)],
    'A media type of a request is added': [set(`${create} requestBody content text/csv`, {})],
    'A media type of a response is added': [set(`${page} content text/csv`, {})],
    'An optional property of a request is added': [set(`${schemas} NewPlant properties garden`, text)],
    'A property of a response is added': [set(`${schemas} Plant properties garden`, text)],
    'A required property of a response is added': [
      set(`${schemas} Plant properties garden`, text),
      append(`${schemas} Plant required`, 'garden'),
    ],
    'A property of a request accepts one more type': [
      append(`${schemas} PlantPatch properties tag oneOf`, { type: 'boolean' }),
    ],
    'A response header is added': [set(`${page} headers Total-Count`, { schema: text })],
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
    'An unused component is added': [set(`${schemas} Garden`, text)],
    'A maximum of a request is raised': [set(`${parameters} Limit schema maximum`, 200)],
    'A request header may be longer': [set(`${parameters} IdempotencyKey schema maxLength`, 1024)],
    'A request header may be empty': [remove(`${schemas} EntityTags minLength`)],
    'The pattern of a parameter is removed': [remove(`${parameters} Cursor schema pattern`)],
    'A parameter accepts more types': [set(`${parameters} Limit schema type`, ['integer', 'null'])],
    'A property of a request becomes optional': [remove(`${schemas} NewPlant required`)],
    'Unknown properties are accepted': [set(`${schemas} NewPlant additionalProperties`, true)],
    'A request body becomes optional': [remove(`${create} requestBody required`)],
    'An operation no longer needs a token': [set(`${list} security`, [])],
    'Bodies may be larger': [set('x-limits bodyBytes', 32_768)],
    'Idempotency keys are kept longer': [set('x-limits idempotencyKeyHours', 48)],
    'Pages are shorter': [set(`${page} content application/json schema maxItems`, 50)],
    'Waiting times are shorter': [set(`${headers} Retry-After schema maximum`, 600)],
    'A property of a response is shorter': [set(`${schemas} FieldError properties detail maxLength`, 400)],
    'A property of a response is never empty': [set(`${schemas} FieldError properties detail minLength`, 1)],
    'A property of a response becomes required': [append(`${schemas} FieldError required`, 'pointer')],
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
      set(`${list} parameters 1 $ref`, '#/components/parameters/Position'),
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

export const harmlessChanges = Object.entries(byRaises).flatMap(([raises, changes]) =>
  // Object.entries loses the type of the keys.
  Object.entries(changes).map(([name, edits]) => ({ raises: raises as Raises, name, edits })),
)

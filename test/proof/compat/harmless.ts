// Changes that break nobody, and what a release with each has to raise: a minor version for what is new, a patch for
// what is said or judged otherwise, nothing for another way to write the same.
import type { Impact } from '../../../tools/compat/compare.ts'
import { append, type Edit, type Planted, remove, rename, set } from './edit.ts'

export interface Harmless extends Planted {
  raises: Exclude<Impact, 'major'> | 'nothing'
}

const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'
const responses = 'components responses'
const page = 'paths /plants get responses 200'

const text = { type: 'string', maxLength: 20, pattern: '^[a-z]*$' }
const operation = { operationId: 'countPlants', responses: { 200: { description: 'How many there are.' } } }
const problem = { description: 'There is such a plant already.' }
const optionalBody = { content: { 'application/json': { schema: { type: 'object' } } } }

const additions = [
  harmless('minor', 'A path is added', set('paths /count', { get: operation })),
  harmless('minor', 'An operation is added', set('paths /plants delete', operation)),
  harmless(
    'minor',
    'An optional query parameter is added',
    append('paths /plants get parameters', { name: 'garden', in: 'query', schema: text }),
  ),
  harmless('minor', 'An optional request body is added', set('paths /plants/{id} delete requestBody', optionalBody)),
  harmless('minor', 'A media type of a request is added', set('paths /plants post requestBody content text/csv', {})),
  harmless('minor', 'A media type of a response is added', set(`${page} content text/csv`, {})),
  harmless('minor', 'An optional property of a request is added', set(`${schemas} NewPlant properties garden`, text)),
  harmless('minor', 'A property of a response is added', set(`${schemas} Plant properties garden`, text)),
  harmless(
    'minor',
    'A required property of a response is added',
    set(`${schemas} Plant properties garden`, text),
    append(`${schemas} Plant required`, 'garden'),
  ),
  harmless(
    'minor',
    'A property of a request takes one more type',
    append(`${schemas} PlantPatch properties tag oneOf`, { type: 'boolean' }),
  ),
  harmless('minor', 'A response header is added', set(`${page} headers Total-Count`, { schema: text })),
  harmless('minor', 'A refusal is added', set('paths /plants post responses 409', problem)),
  harmless('minor', 'A refusal that HTTP brings is added', set('x-http-responses 426', problem)),
  harmless('minor', 'A 304 is added', set('paths /plants/{id} patch responses 304', problem)),
  harmless('minor', 'A server is added', append('servers', { url: 'https://plants.test' })),
  harmless(
    'minor',
    'A second way to prove who is calling is added',
    set('components securitySchemes key', { type: 'apiKey', in: 'header', name: 'Api-Key' }),
    append('paths /plants get security', { key: [] }),
  ),
  harmless(
    'minor',
    'An example is added',
    set(`${page} content application/json examples onePlant`, { summary: 'None', value: [] }),
  ),
  harmless('patch', 'A component that nothing uses is added', set(`${schemas} Garden`, text)),
]

const relaxations = [
  harmless('patch', 'A maximum of a request is raised', set(`${parameters} Limit schema maximum`, 200)),
  harmless('patch', 'A header may be longer', set(`${parameters} IdempotencyKey schema maxLength`, 1024)),
  harmless('patch', 'A header may be empty', remove(`${schemas} EntityTags minLength`)),
  harmless('patch', 'The pattern of a request is dropped', remove(`${parameters} Cursor schema pattern`)),
  harmless('patch', 'A parameter takes more types', set(`${parameters} Limit schema type`, ['integer', 'null'])),
  harmless('patch', 'A property of a request becomes optional', remove(`${schemas} NewPlant required`)),
  harmless('patch', 'Unknown properties are let through', set(`${schemas} NewPlant additionalProperties`, true)),
  harmless('patch', 'A request body becomes optional', remove('paths /plants post requestBody required')),
  harmless('patch', 'An operation needs no token any more', set('paths /plants get security', [])),
  harmless('patch', 'Bodies may be larger', set('x-limits bodyBytes', 32_768)),
  harmless('patch', 'Keys are kept longer', set('x-limits idempotencyKeyHours', 48)),
]

const promises = [
  harmless('patch', 'A page is shorter', set(`${page} content application/json schema maxItems`, 50)),
  harmless('patch', 'A wait is shorter', set(`${headers} Retry-After schema maximum`, 600)),
  harmless(
    'patch',
    'A property of a response is shorter',
    set(`${schemas} FieldError properties detail maxLength`, 400),
  ),
  harmless(
    'patch',
    'A property of a response is never empty',
    set(`${schemas} FieldError properties detail minLength`, 1),
  ),
  harmless('patch', 'A property of a response is certain', append(`${schemas} FieldError required`, 'pointer')),
  harmless('patch', 'A response header is certain', set(`${headers} RateLimit required`, true)),
]

const words = [
  harmless('patch', 'The description of the API changes', set('info description', 'Plants.')),
  harmless('patch', 'A summary changes', set('paths /plants get summary', 'All plants')),
  harmless('patch', 'The description of an operation changes', set('paths /plants get description', 'All plants.')),
  harmless('patch', 'The description of a parameter changes', set(`${parameters} Limit description`, 'How many.')),
  harmless(
    'patch',
    'The description of a response changes',
    set(`${responses} NotFound description`, 'It is not here.'),
  ),
  harmless('patch', 'The description of a schema changes', set(`${schemas} Plant description`, 'A plant.')),
  harmless(
    'patch',
    'The description of a header changes',
    set(`${headers} ETag description`, 'A name for the answer.'),
  ),
  harmless('patch', 'An example is removed', remove(`${page} content application/json examples noPlants`)),
  harmless('patch', 'An operation is in another group', set('paths /plants get tags', ['Lists'])),
  harmless('patch', 'An operation is deprecated', set('paths /plants get deprecated', true)),
  harmless('patch', 'A property is deprecated', set(`${schemas} Plant properties tag deprecated`, true)),
]

const spellings = [
  harmless(
    'nothing',
    'Parameters come in another order',
    append('paths /plants get parameters', { $ref: '#/components/parameters/Limit' }),
    remove('paths /plants get parameters 0'),
  ),
  harmless('nothing', 'An example has other words', set('components examples NoSuchPlant value detail', 'No.')),
  harmless('patch', 'A response header is written in lower case', rename(`${page} headers Link`, 'link')),
  harmless(
    'patch',
    'A component is renamed',
    rename(`${parameters} Cursor`, 'Position'),
    set('paths /plants get parameters 1 $ref', '#/components/parameters/Position'),
  ),
]

export const plantedHarmless: Harmless[] = [...additions, ...relaxations, ...promises, ...words, ...spellings]

function harmless(raises: Harmless['raises'], name: string, ...edits: Edit[]): Harmless {
  return { raises, name, edits }
}

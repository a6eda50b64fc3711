// Changes of the notation only, and breaking changes inside such a notation.
import { append, type Edit, remove, set } from './edit.ts'

/** The edits of the contract, and those of the contract that it is compared with. */
type Pair = [edits: Edit[], before?: Edit[]]

const parameters = 'components parameters'
const plant = 'paths /plants/{id}'
const tag = 'components schemas PlantDraft properties tag'
const createdAt = 'components schemas Plant properties createdAt'
const key = `${parameters} IdempotencyKey schema`
const filter = `${parameters} TagFilter`

const reference = { $ref: '#/components/schemas/PlantTag' }
const time = { $ref: '#/components/schemas/Timestamp' }
const short = { type: 'string', maxLength: 9 }
const long = { type: 'string', maxLength: 99 }
const garden = { name: 'garden', in: 'query', schema: long }
const shortGarden = { ...garden, schema: short }
const operation = { operationId: 'countPlants', responses: { 200: { description: 'The number of plants.' } } }

function onOperations(parameter: object, methods = ['get', 'patch', 'delete']): Edit[] {
  return methods.map((method) => append(`${plant} ${method} parameters`, parameter))
}

function onPath(parameter: object): Edit[] {
  return [append(`${plant} parameters`, parameter)]
}

/** `make compat` finds no change, in either direction. */
export const sameMeaning: Record<string, Pair> = {
  'The serialisation of a query parameter is written out': [
    [set(`${filter} style`, 'form'), set(`${filter} explode`, true)],
  ],
  'The serialisation of a path variable is written out': [
    [set(`${parameters} Id style`, 'simple'), set(`${parameters} Id explode`, false)],
  ],
  'The explode of another style is written out': [
    [set(`${filter} style`, 'deepObject'), set(`${filter} explode`, false)],
    [set(`${filter} style`, 'deepObject')],
  ],
  'A parameter says that it may not be empty': [
    [set(`${parameters} Cursor allowReserved`, false), set(`${parameters} Cursor allowEmptyValue`, false)],
  ],
  'A reference with readOnly is written in full': [
    [set('components schemas Timestamp', long), set(createdAt, { ...long, readOnly: true })],
    [set('components schemas Timestamp', long), set(createdAt, { ...time, readOnly: true })],
  ],
  'A reference with a description is written in full': [
    [set('components schemas PlantTag', long), set(tag, { ...long, description: 'A tag.' })],
    [set('components schemas PlantTag', long), set(tag, { ...reference, description: 'A tag.' })],
  ],
  'A parameter of a path moves to its operations': [
    [remove(`${plant} parameters`), ...onOperations({ $ref: '#/components/parameters/Id' })],
  ],
  'A parameter without a component moves to its operations': [onOperations(garden), onPath(garden)],
  'A parameter that one operation replaces moves to the others': [
    [...onOperations(shortGarden, ['get']), ...onOperations(garden, ['patch', 'delete'])],
    [...onOperations(shortGarden, ['get']), ...onPath(garden)],
  ],
  'An empty list of parameters is removed': [
    [set('paths /plants delete', operation)],
    [set('paths /plants delete', { ...operation, parameters: [] })],
  ],
  'A reference gets an allOf of one element': [[set(createdAt, { allOf: [time] })]],
  'A reference with a description gets an allOf of one element': [
    [set(tag, { allOf: [reference], description: 'Without it, the plant has no tag.' })],
  ],
  'A parameter gets an allOf of one element': [[set(key, { type: 'string', allOf: [long] })], [set(key, long)]],
  'A parameter gets an allOf in an allOf': [[set(key, { allOf: [{ allOf: [long] }] })], [set(key, long)]],
  'A parameter gets an anyOf of one element': [[set(key, { anyOf: [long] })], [set(key, long)]],
  'A parameter gets a oneOf of one element': [[set(key, { oneOf: [long] })], [set(key, long)]],
}

/** By the rule that finds each of them. */
export const breakingInside: Record<string, Record<string, Pair>> = {
  'contract/access-narrowed': {
    'A reference of a request is written in full, with readOnly': [
      [set('components schemas PlantTag', long), set(tag, { ...long, readOnly: true })],
      [set('components schemas PlantTag', long), set(tag, reference)],
    ],
  },
  'parameter-became-required': {
    'A parameter moves to its operations and becomes required': [
      onOperations({ ...garden, required: true }),
      onPath(garden),
    ],
  },
  'parameter-removed': {
    'A parameter of a path moves to only some operations': [onOperations(garden, ['get', 'patch']), onPath(garden)],
  },
  'parameter-serialization-changed': {
    'The explode of a parameter is not the default': [
      [set(`${filter} style`, 'form'), set(`${filter} explode`, false)],
    ],
    'The style of a parameter is not the default': [[set(`${filter} style`, 'pipeDelimited')]],
  },
  'required-properties-removed': {
    'A property becomes optional inside an allOf of one element': [
      [set('components schemas ProblemDetail', { allOf: [{ type: 'object' }] })],
      [set('components schemas ProblemDetail', { allOf: [{ type: 'object', required: ['name'] }] })],
    ],
  },
  'schema-combinator-changed': {
    'An allOf in a request gets a second element': [
      [set(key, { allOf: [long, { minLength: 5 }] })],
      [set(key, { allOf: [long] })],
    ],
    'A oneOf in a response gets a second element': [
      [set(createdAt, { oneOf: [time, { type: 'null' }] })],
      [set(createdAt, { oneOf: [time] })],
    ],
  },
  'schema-constraint-changed': {
    'A parameter gets an allOf of one element with a lower maximum': [[set(key, { allOf: [short] })], [set(key, long)]],
    'A maximum is lowered inside an allOf of one element': [
      [set(key, { description: 'A key.', allOf: [short] })],
      [set(key, { description: 'A key.', allOf: [long] })],
    ],
    'A constraint is added next to an allOf of one element': [
      [set(key, { allOf: [long], minLength: 5 })],
      [set(key, { allOf: [long] })],
    ],
    'A reference is written in full with a lower maximum': [
      [set('components schemas PlantTag', long), set(tag, { ...short, description: 'A tag.' })],
      [set('components schemas PlantTag', long), set(tag, { ...reference, description: 'A tag.' })],
    ],
    'A schema gets a reference to a lower maximum': [
      [set('components schemas PlantTag', short), set(tag, { ...reference, description: 'A tag.' })],
      [set('components schemas PlantTag', short), set(tag, { ...long, description: 'A tag.' })],
    ],
    'A parameter moves to its operations with a lower maximum': [onOperations(shortGarden), onPath(garden)],
    'A parameter of an operation no longer replaces that of its path': [
      onPath(shortGarden),
      [...onPath(shortGarden), ...onOperations(garden, ['get'])],
    ],
  },
}

/** `make compat` asks for a minor version: an element is added where it breaks nothing. */
export const additionsInside: Record<string, Pair> = {
  'An allOf in a response gets a second element': [
    [set(createdAt, { allOf: [time, { minLength: 1 }] })],
    [set(createdAt, { allOf: [time] })],
  ],
  'A oneOf in a request gets a second element': [
    [set(key, { oneOf: [long, { type: 'integer' }] })],
    [set(key, { oneOf: [long] })],
  ],
}

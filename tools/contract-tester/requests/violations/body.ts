// What can be wrong with the body of a request: its size, its JSON, what it says.
import * as fc from 'fast-check'
import { type ContractOperation, limits } from '../../contract/openapi.ts'
import { type Draft, errorOutcome, type Outcome, withOutcome } from '../draft.ts'
import { jsonTexts } from '../encoding.ts'
import { propertiesOf, valid, wrong } from '../values.ts'
import type { Fault } from '../variation.ts'

const takesBody = ({ body }: ContractOperation) => body.size > 0
const schemaOf = ({ body }: ContractOperation) => [...body.values()][0]?.schema ?? ''

function invalidBody(draft: Draft, pointer?: string): Outcome {
  return errorOutcome(draft.operation, '400', pointer === undefined ? {} : { field: { pointer } })
}

function withBody(draft: Draft, body: string | Buffer, outcome: Outcome): Draft {
  return withOutcome({ ...draft, body: Buffer.from(body) }, outcome)
}

/** No JSON at all, or JSON that two readers could take for different things. */
const malformed = fc.constantFrom<string | Buffer>(
  '{',
  '{"name":"a",}',
  "{'name':'a'}",
  '{"name":"a"} x',
  '{"name":"a"}{"name":"b"}',
  '{name:"a"}',
  'NaN',
  '\ufeff{"name":"a"}',
  '{"name":"a\tb"}',
  '{"name":"\\x41"}',
  '// a\n{"name":"a"}',
  ' ',
  Buffer.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
  Buffer.from('{"name":"a"}', 'utf16le'),
)

const repeated = fc.constantFrom(
  '{"name":"a","name":"b"}',
  '{"name":"a","\\u006eame":"b"}',
  '{"tag":"a","name":"x","tag":"a"}',
)

const noObjects = fc.constantFrom('[]', 'null', '0', '"a"', 'true', '[{"name":"a"}]')

export const bodyFaults: Fault[] = [
  {
    family: 'missing bodies',
    touches: ['body', 'media type'],
    fits: takesBody,
    spoil: (draft) =>
      fc
        .constantFrom<Draft>({ ...draft, body: undefined }, { ...draft, body: Buffer.alloc(0), chunked: false })
        .map((bare) => {
          const outcome = errorOutcome(draft.operation, '400 for a missing body', { field: { pointer: '' } })
          return withOutcome(bare, outcome)
        }),
  },
  {
    family: 'oversized bodies',
    touches: ['body'],
    fits: takesBody,
    spoil: (draft) =>
      fc
        .tuple(
          fc.integer({ min: limits.bodyBytes + 1, max: limits.bodyBytes * 3 }),
          fc.constantFrom(' ', 'x', '\u0000'),
        )
        .map(([length, unit]) => withBody(draft, unit.repeat(length), errorOutcome(draft.operation, '413'))),
  },
  {
    family: 'malformed JSON',
    touches: ['body'],
    fits: takesBody,
    spoil: (draft) => malformed.map((text) => withBody(draft, text, invalidBody(draft, ''))),
  },
  {
    family: 'repeated names in JSON',
    touches: ['body'],
    fits: takesBody,
    spoil: (draft) => repeated.map((text) => withBody(draft, text, invalidBody(draft))),
  },
  {
    family: 'bodies that are no object',
    touches: ['body'],
    fits: takesBody,
    spoil: (draft) => noObjects.map((text) => withBody(draft, text, invalidBody(draft, ''))),
  },
  {
    family: 'extra properties',
    touches: ['body'],
    fits: takesBody,
    spoil: (draft) =>
      fc
        .tuple(valid(schemaOf(draft.operation)), fc.constantFrom('id', 'createdAt', 'Name', 'x/y', '~', 'constructor'))
        .chain(([value, name]) => jsonTexts({ ...Object(value), [name]: 'a' }).map((text) => ({ text, name })))
        .map(({ text, name }) => {
          const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
          return withBody(draft, text, invalidBody(draft, pointer))
        }),
  },
  {
    family: 'missing properties',
    touches: ['body'],
    fits: (operation) => propertiesOf(schemaOf(operation)).some(({ required }) => required),
    spoil: (draft) => {
      const required = propertiesOf(schemaOf(draft.operation)).filter((property) => property.required)
      return fc.tuple(fc.constantFrom(...required), valid(schemaOf(draft.operation))).map(([{ name }, value]) => {
        const { [name]: _, ...rest } = Object(value)
        return withBody(draft, JSON.stringify(rest), invalidBody(draft, `/${name}`))
      })
    },
  },
  {
    family: 'wrong types and texts in a body',
    touches: ['body'],
    fits: takesBody,
    spoil: (draft) => {
      const schema = schemaOf(draft.operation)
      return fc
        .constantFrom(...propertiesOf(schema))
        .chain((property) => fc.tuple(fc.constant(property.name), valid(schema), wrong(property.schema)))
        .chain(([name, value, bad]) => jsonTexts({ ...Object(value), [name]: bad }).map((text) => ({ name, text })))
        .map(({ name, text }) => withBody(draft, text, invalidBody(draft, `/${name}`)))
    },
  },
]

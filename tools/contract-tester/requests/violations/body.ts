// Violations in the body of a request: its size, its JSON, its properties.
import * as fc from 'fast-check'
import { type ContractOperation, limits, operations } from '../../contract/openapi.ts'
import { type Draft, draftOf, type Variation, withOutcome } from '../draft.ts'
import { jsonTexts } from '../encoding.ts'
import { errorOutcome, type Outcome } from '../outcome.ts'
import { invalid, propertiesOf, valid } from '../values.ts'

const hasBody = ({ body }: ContractOperation) => body.size > 0
const schemaOf = ({ body }: ContractOperation) => [...body.values()][0]?.schema ?? ''

/** @param pointer Of the invalid value. Default: the contract does not say which one is named. */
function invalidBody(draft: Draft, body: string | Buffer, pointer?: string): Draft {
  return withBody(
    draft,
    body,
    errorOutcome(draft.operation, '400', pointer === undefined ? {} : { field: { pointer } }),
  )
}

function withBody(draft: Draft, body: string | Buffer, outcome: Outcome): Draft {
  return withOutcome({ ...draft, body: Buffer.from(body) }, outcome)
}

/** Texts that are not JSON, or that two parsers could read differently. */
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
  Buffer.from('{"name":"\xff"}', 'latin1'),
  Buffer.from('{"name":"a"}', 'utf16le'),
)

const duplicated = fc.constantFrom(
  '{"name":"a","name":"b"}',
  '{"name":"a","\\u006eame":"b"}',
  '{"tag":"a","name":"x","tag":"a"}',
)

const notObjects = fc.constantFrom('[]', 'null', '0', '"a"', 'true', '[{"name":"a"}]')

/** A body that parsers which call themselves cannot read, for each operation with a body. */
function nested(around: (text: string) => string, pointer: string): Draft[] {
  const depth = 3_000
  return operations.filter(hasBody).map((operation) => {
    const headers: Draft['headers'] = [...operation.body.keys()].slice(0, 1).map((type) => ['Content-Type', type])
    const draft = draftOf(operation, { setUp: operation.responses.has(404) ? 'a plant' : 'nothing', headers })
    return invalidBody(draft, around('['.repeat(depth) + ']'.repeat(depth)), pointer)
  })
}

export const bodyViolations: Variation[] = [
  {
    family: 'missing bodies',
    changes: ['body', 'media type'],
    fits: hasBody,
    apply: (draft) =>
      fc
        .constantFrom<Draft>({ ...draft, body: undefined }, { ...draft, body: Buffer.alloc(0), chunked: false })
        .map((bare) => {
          const outcome = errorOutcome(draft.operation, '400 for a missing body', { field: { pointer: '' } })
          return withOutcome(bare, outcome)
        }),
  },
  {
    family: 'oversized bodies',
    changes: ['body'],
    fits: hasBody,
    apply: (draft) =>
      fc
        .tuple(
          fc.integer({ min: limits.bodyBytes + 1, max: limits.bodyBytes * 3 }),
          fc.constantFrom(' ', 'x', '\u0000'),
        )
        .map(([length, unit]) => withBody(draft, unit.repeat(length), errorOutcome(draft.operation, '413'))),
  },
  {
    family: 'malformed JSON',
    changes: ['body'],
    fits: hasBody,
    apply: (draft) => malformed.map((text) => invalidBody(draft, text, '')),
  },
  {
    family: 'duplicate names in JSON',
    changes: ['body'],
    fits: hasBody,
    apply: (draft) => duplicated.map((text) => invalidBody(draft, text)),
  },
  {
    family: 'bodies that are not objects',
    changes: ['body'],
    fits: hasBody,
    apply: (draft) => notObjects.map((text) => invalidBody(draft, text, '')),
    always: nested((text) => text, ''),
  },
  {
    family: 'unknown properties',
    changes: ['body'],
    fits: hasBody,
    apply: (draft) =>
      fc
        .tuple(valid(schemaOf(draft.operation)), fc.constantFrom('id', 'createdAt', 'Name', 'x/y', '~', 'constructor'))
        .chain(([value, name]) => {
          const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
          return jsonTexts({ ...Object(value), [name]: 'a' }).map((text) => invalidBody(draft, text, pointer))
        }),
  },
  {
    family: 'missing properties',
    changes: ['body'],
    fits: (operation) => propertiesOf(schemaOf(operation)).some(({ required }) => required),
    apply: (draft) => {
      const required = propertiesOf(schemaOf(draft.operation)).filter((property) => property.required)
      return fc.tuple(fc.constantFrom(...required), valid(schemaOf(draft.operation))).map(([{ name }, value]) => {
        const { [name]: _, ...rest } = Object(value)
        return invalidBody(draft, JSON.stringify(rest), `/${name}`)
      })
    },
  },
  {
    family: 'invalid property values',
    changes: ['body'],
    fits: hasBody,
    apply: (draft) => {
      const schema = schemaOf(draft.operation)
      return fc
        .constantFrom(...propertiesOf(schema))
        .chain((property) => fc.tuple(fc.constant(property.name), valid(schema), invalid(property.schema)))
        .chain(([name, value, wrong]) =>
          jsonTexts({ ...Object(value), [name]: wrong }).map((text) => invalidBody(draft, text, `/${name}`)),
        )
    },
    always: nested((text) => `{"name":${text}}`, '/name'),
  },
]

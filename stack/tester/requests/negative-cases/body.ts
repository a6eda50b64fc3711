// Negative cases of the body of a request: its size, its JSON, its properties.
import * as fc from 'fast-check'
import { escapeToken } from '../../../core/contract/json-pointer.ts'
import type { ContractOperation } from '../../contract/tested-contract.ts'
import { getKind, takesMediaType } from '../bodies.ts'
import { invalidProperties } from '../limits.ts'
import { type RequestTemplate, setHeader, toTemplate, type Variation, withError } from '../template.ts'
import { jsonTexts } from '../texts.ts'
import { invalid, valid } from '../values.ts'

const hasJson = ({ json }: ContractOperation) => json !== undefined
const propertiesOf = ({ json }: ContractOperation) => json?.schema.allProperties ?? []
const onJson = { changedParts: ['body'], fits: hasJson }

/** @param pointers Pointers of which `errors` must name one. Default: any pointer. */
function withBody(template: RequestTemplate, body: string | Buffer, ...pointers: string[]): RequestTemplate {
  const field = pointers.map((pointer) => ({ pointer }))
  return withError({ ...asJson(template), body: Buffer.from(body) }, '400', { field })
}

/** Replaces a media type other than JSON by JSON. A media type that the operation refuses stays. */
function asJson(template: RequestTemplate): RequestTemplate {
  const { mediaType } = template.operation.json ?? {}
  const [, contentType = ''] = template.headers.find(([name]) => name === 'Content-Type') ?? []
  const mustChange =
    mediaType !== undefined && takesMediaType(template.operation, contentType) && getKind(contentType) !== 'json'
  return mustChange ? setHeader(template, 'Content-Type', mediaType) : template
}

/** Bodies that are not JSON, or that two parsers could parse differently. */
const malformed = [
  ...['{', '{"name":"a",}', "{'name':'a'}", '{"name":"a"} x', '{"name":"a"}{"name":"b"}', '{name:"a"}', 'NaN', ' '],
  ...['\ufeff{"name":"a"}', '{"name":"a\tb"}', '{"name":"\\x41"}', '// a\n{"name":"a"}'],
  ...[Buffer.from('{"name":"\xff"}', 'latin1'), Buffer.from('{"name":"a"}', 'utf16le')],
]
const duplicated = ['{"name":"a","name":"b"}', '{"name":"a","\\u006eame":"b"}', '{"tag":"a","name":"x","tag":"a"}']
const otherJson = ['[]', 'null', '0', '"a"', 'true', '[{"name":"a"}]']
const undeclared = ['id', 'createdAt', 'Name', 'x/y', '~', 'constructor']

/** An array that is nested too deeply for recursive parsers. */
const nested = '['.repeat(3_000) + ']'.repeat(3_000)

function withEachBody(operations: ContractOperation[], text: string, ...pointers: string[]): RequestTemplate[] {
  return operations.filter(hasJson).map((operation) => {
    const { mediaType = '' } = operation.json ?? {}
    return withBody(toTemplate(operation, { headers: [['Content-Type', mediaType]] }), text, ...pointers)
  })
}

/** Returns the JSON values that the schema of the body rejects. */
function getRefusedJson(operation: ContractOperation): string[] {
  return otherJson.filter((text) => operation.json?.schema.isValid(JSON.parse(text)) === false)
}

const getRequired = (operation: ContractOperation) => propertiesOf(operation).filter(({ required }) => required)

function withProperty(
  template: RequestTemplate,
  name: string,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<RequestTemplate> {
  const pointer = `/${escapeToken(name)}`
  return fc
    .tuple(valid(template.operation.json?.schema), value)
    .chain(([body, propertyValue]) => jsonTexts({ ...Object(body), [name]: propertyValue }))
    .map((text) => withBody(template, text, pointer))
}

export const bodyNegativeCases: Variation[] = [
  {
    name: 'missing bodies',
    sentence: '400 for a missing body',
    sends: 'no body, and an empty one, with and without `Content-Type`',
    accepts: '400 that names the whole body',
    changedParts: ['body', 'media type'],
    fits: ({ requiresBody }) => requiresBody,
    apply: (template) =>
      [template, setHeader(template, 'Content-Type')].flatMap((request) =>
        [undefined, Buffer.alloc(0)].map((body) =>
          withError({ ...request, body }, '400 for a missing body', { field: { pointer: '' } }),
        ),
      ),
  },
  {
    name: 'oversized bodies',
    sentence: 'The request body is larger than … bytes.',
    sends: 'bodies from one byte over the limit to three times the limit',
    accepts: '413',
    changedParts: ['body'],
    fits: ({ body }) => body.size > 0,
    apply: (template) => {
      const { bodyBytes } = template.operation.contract.limits
      return fc
        .tuple(fc.integer({ min: bodyBytes + 1, max: bodyBytes * 3 }), fc.constantFrom(' ', 'x', '\u0000'))
        .map(([length, unit]) => withError({ ...template, body: Buffer.from(unit.repeat(length)) }, '413'))
    },
  },
  {
    name: 'malformed JSON',
    sentence: 'Send uncompressed JSON in UTF-8',
    sends: 'bodies that are not JSON or not UTF-8',
    accepts: '400 that names the whole body',
    ...onJson,
    apply: (template) => malformed.map((text) => withBody(template, text, '')),
  },
  {
    name: 'duplicate names in JSON',
    sends: 'the same name twice, also with an escaped letter',
    accepts: '400',
    ...onJson,
    apply: (template) => duplicated.map((text) => withBody(template, text)),
  },
  {
    name: 'bodies that are not objects',
    sentence: 'JSON has at most … levels of objects and arrays.',
    sends: 'other JSON values, and arrays that are nested too deeply',
    accepts: '400 that names the whole body',
    changedParts: ['body'],
    fits: (operation) => getRefusedJson(operation).length > 0,
    apply: (template) =>
      getRefusedJson(template.operation).map((text) => {
        // In an array, `errors` may name an item instead.
        const isItem = text.startsWith('[') && template.operation.json?.schema.keywords.type === 'array'
        return withBody(template, text, ...(isItem ? [] : ['']))
      }),
    getFixedRequests: ({ operations }) => withEachBody(operations, nested, ''),
  },
  {
    name: 'unknown properties',
    sentence: 'Unknown properties get 400.',
    sends: 'names that the schema does not declare',
    accepts: '400 that names the property',
    changedParts: ['body'],
    fits: (operation) => {
      const { additionalProperties, unevaluatedProperties } = operation.json?.schema.keywords ?? {}
      return additionalProperties === false || unevaluatedProperties === false
    },
    apply: (template) => {
      const names = undeclared.filter(
        (name) => !propertiesOf(template.operation).some((property) => property.name === name),
      )
      return fc.constantFrom(...names).chain((name) => withProperty(template, name, fc.constant('a')))
    },
  },
  {
    name: 'missing properties',
    sends: 'bodies without a required property',
    accepts: '400 that names the property',
    changedParts: ['body'],
    fits: (operation) => getRequired(operation).length > 0,
    apply: (template) =>
      fc
        .tuple(fc.constantFrom(...getRequired(template.operation)), valid(template.operation.json?.schema))
        .map(([{ name }, body]) =>
          withBody(template, JSON.stringify({ ...Object(body), [name]: undefined }), `/${name}`),
        ),
  },
  {
    name: 'invalid property values',
    sends: 'values of each property beyond each limit, and of other types',
    accepts: '400 that names the property',
    changedParts: ['body'],
    fits: (operation) => propertiesOf(operation).length > 0,
    apply: (template) =>
      fc
        .constantFrom(...propertiesOf(template.operation))
        .chain(({ name, schema }) => withProperty(template, name, invalid(schema))),
    // `errors` may name the value, which is not a string, or the body, which is nested too deeply.
    getFixedRequests: ({ operations }) => [
      ...withEachBody(operations, `{"name":${nested}}`, '/name', ''),
      ...invalidProperties({ operations }),
    ],
  },
]

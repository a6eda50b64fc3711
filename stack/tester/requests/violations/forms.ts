// Violations in bodies that are forms: their encoding, their fields and the texts in them.
import * as fc from 'fast-check'
import { escaped } from '../../contract/document-node.ts'
import type { ContractOperation } from '../../contract/operations.ts'
import { toForm } from '../bodies.ts'
import { type Draft, refused, setHeader, type Variation } from '../draft.ts'
import { contentTypes, type Form, formBytes, invalidTexts, validFields } from '../forms.ts'
import { without } from '../values.ts'

function withForm(draft: Draft, { kind }: Form, body: string | Buffer, ...pointers: string[]): Draft {
  const sent = setHeader(draft, 'Content-Type', contentTypes[kind])
  return refused({ ...sent, body: Buffer.from(body) }, '400', { field: pointers.map((pointer) => ({ pointer })) })
}

const malformed = {
  form: ['a=%', 'a=%zz', '%C3%28=a', 'a=%FF'],
  multipart: ['a', '--x-tested-boundary', '--other\r\n\r\n--other--\r\n'],
}

/** Each kind of violation that the form has. */
function violations(draft: Draft, form: Form): fc.Arbitrary<Draft>[] {
  const { kind, content } = form
  const { properties, keywords } = content.schema
  const fields = validFields(content)
  const withFields = (value: object, wrong: string) =>
    withForm(draft, form, formBytes(kind, content, value), `/${escaped(wrong)}`)
  const isClosed = keywords.additionalProperties === false
  return [
    fc.constantFrom(...malformed[kind]).map((text) => withForm(draft, form, text)),
    ...(isClosed ? [fields.map((value) => withFields({ ...value, 'x-tested': 'a' }, 'x-tested'))] : []),
    ...properties.flatMap(({ name, required, schema }) => {
      const texts = invalidTexts(schema)
      const others = fields.map((value) => without(value, name)).filter((value) => Object.keys(value).length > 0)
      return [
        ...(required && properties.length > 1 ? [others.map((value) => withFields(value, name))] : []),
        ...(texts
          ? [fc.tuple(fields, texts).map(([value, text]) => withFields({ ...value, [name]: text }, name))]
          : []),
      ]
    }),
  ]
}

export const formViolations: Variation[] = [
  {
    family: 'forms that are not valid',
    changes: ['body', 'media type'],
    fits: (operation: ContractOperation) => toForm(operation) !== undefined,
    apply: (draft) => {
      const form = toForm(draft.operation)
      return form === undefined ? [] : fc.oneof(...violations(draft, form))
    },
  },
]

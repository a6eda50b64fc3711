// Violations in bodies that are forms: their encoding, their fields and the texts in them.
import * as fc from 'fast-check'
import { escaped } from '../../contract/document-node.ts'
import type { ContractOperation } from '../../contract/operations.ts'
import { formOf } from '../bodies.ts'
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

type Field = Form['content']['schema']['properties'][number]

function strictFields({ content }: Form): Field[] {
  return content.schema.properties.filter(({ schema }) => invalidTexts(schema) !== undefined)
}

/** Each kind of violation that the form has. */
function violations(draft: Draft, form: Form): fc.Arbitrary<Draft>[] {
  const { kind, content } = form
  const { properties, keywords } = content.schema
  const required = properties.filter((one) => one.required)
  const strict = strictFields(form)
  const bytes = (value: object) => formBytes(kind, content, value)
  const fields = validFields(content)
  return [
    fc.constantFrom(...malformed[kind]).map((text) => withForm(draft, form, text)),
    ...(keywords.additionalProperties === false
      ? [fields.map((value) => withForm(draft, form, bytes({ ...value, 'x-tested': 'a' }), '/x-tested'))]
      : []),
    ...(required.length > 0 && properties.length > 1
      ? [
          fc
            .tuple(fc.constantFrom(...required), fields)
            .filter(([{ name }, value]) => Object.keys(without(value, name)).length > 0)
            .map(([{ name }, value]) => withForm(draft, form, bytes(without(value, name)), `/${escaped(name)}`)),
        ]
      : []),
    ...(strict.length > 0
      ? [
          fc
            .constantFrom(...strict)
            .chain(({ name, schema }) =>
              fc
                .tuple(fields, invalidTexts(schema) ?? fc.constant(''))
                .map(([value, text]) => withForm(draft, form, bytes({ ...value, [name]: text }), `/${escaped(name)}`)),
            ),
        ]
      : []),
  ]
}

export const formViolations: Variation[] = [
  {
    family: 'forms that are not valid',
    changes: ['body', 'media type'],
    fits: (operation: ContractOperation) => formOf(operation) !== undefined,
    apply: (draft) => {
      const form = formOf(draft.operation)
      return form === undefined ? [] : fc.oneof(...violations(draft, form))
    },
  },
]

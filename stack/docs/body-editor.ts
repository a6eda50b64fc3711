// The inputs for a request body: its text, the fields of a form as JSON, or files.

import { serializeBody } from '../client/request-body.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import type { CallBody, TryItOperation } from './call.ts'
import { element, withHints, withLabel } from './element.ts'
import { formValue } from './values.ts'

export interface SentBody {
  mediaType: string
  content: BodyInit
}

export function bodyEditor(body: CallBody, { isBodyRequired: isRequired }: TryItOperation) {
  const { range, example, files, fields } = body
  const kind = bodyKind(body.mediaType)
  const isForm = kind === 'form' || kind === 'multipart'
  const mediaType = element('input', { value: body.mediaType, required: true, autocomplete: 'off', spellcheck: false })
  const text = element('textarea', { value: example, rows: 6, spellcheck: false })
  const file = element('input', { type: 'file', required: isRequired && range === undefined })
  const inputs = files.map(({ name, isRequired: required, isArray: multiple }) => ({
    name,
    input: element('input', { type: 'file', required, multiple }),
  }))
  // A range of media types allows any body.
  const hasFile = kind === 'bytes' || range !== undefined
  const hasText = kind !== 'bytes' || range !== undefined
  return {
    name: range ?? body.mediaType,
    rows: [
      ...(range === undefined ? [] : [withLabel(`Media type in ${range}`, mediaType)]),
      ...(hasText ? withHints(`Body${isForm ? ': its fields as JSON' : hasFile ? ' as text' : ''}`, text, fields) : []),
      ...(hasFile ? [withLabel(hasText ? 'Body as a file' : 'Body', file)] : []),
      ...inputs.map(({ name, input }) => withLabel(`${name} (file)`, input)),
    ],
    /** @returns `undefined` for no body. @throws {SendError} */
    readBody(): SentBody | undefined {
      const contentType = { mediaType: range === undefined ? body.mediaType : mediaType.value.trim().toLowerCase() }
      const [selectedFile] = file.files ?? []
      if (selectedFile) return { ...contentType, content: selectedFile }
      const uploads = new Map(inputs.map(({ name, input }) => [name, [...(input.files ?? [])]]))
      const isEmpty = text.value === '' && [...uploads.values()].every(({ length }) => length === 0)
      if (isEmpty && (!isRequired || !hasText)) return undefined
      const sentKind = bodyKind(contentType.mediaType)
      if (sentKind !== 'form' && sentKind !== 'multipart') return { ...contentType, content: text.value }
      return { ...contentType, content: serializeBody(contentType.mediaType, formValue(body, text.value, uploads)) }
    },
  }
}

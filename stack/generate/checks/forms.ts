// Forms that the reader of forms cannot read as the contract says.

import { bodyKind } from '../../core/contract/media-types.ts'
import { type Node, resolved, toNode } from '../complete/node.ts'
import type { Written } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import { type Checks, each } from './check.ts'
import { bodiesIn } from './written-parts.ts'

export const formChecks: Checks<Written> = {
  'a form that is not an object': each(getMedia, ({ name, schema: { type = 'object' } }) => {
    const isForm = ['form', 'multipart'].includes(bodyKind(name))
    return isForm && type !== 'object' && `A form has fields with names: its schema must have type: object.`
  }),

  *'an encoding that nothing reads'(written) {
    for (const { name, encoding, schema, pointer } of getMedia(written))
      for (const [field, value] of Object.entries(encoding)) {
        const property = resolved(written.own, toNode(schema.properties)[field])
        const problem = toProblem(name, toNode(value), property)
        if (problem) yield [`${pointer}/encoding/${escapeKey(field)}`, `The field ${field} ${problem}.`]
      }
  },
}

function getMedia(written: Written) {
  return bodiesIn(written).flatMap(({ media }) => media)
}

/** @param property The schema of the field. */
function toProblem(name: string, { headers, style, explode }: Node, { type }: Node): string | undefined {
  const kind = bodyKind(name)
  const isStyled = style !== undefined || explode !== undefined
  if (!name.endsWith('/*') && kind !== 'form' && kind !== 'multipart')
    return `is not in a form, and ${name} has no encoding: remove it`
  if (headers !== undefined) return 'has headers that nothing reads: remove them'
  if (kind === 'multipart' && (explode === false || (style !== undefined && style !== 'form')))
    return 'has a style, and in multipart/form-data each item is a part: remove it'
  if (isStyled && type === 'object') return 'is an object, which is JSON in a form: remove its style and explode'
  if (style !== undefined && !['form', 'spaceDelimited', 'pipeDelimited'].includes(String(style)))
    return 'must have the style form, spaceDelimited or pipeDelimited'
  if (style !== undefined && style !== 'form' && explode !== false)
    return `needs explode: false with the style ${style}`
  return undefined
}

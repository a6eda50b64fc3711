// The styles of parameters (OpenAPI 3.1, 4.8.12): where each may be, and what it puts around the parts of a value. The
// pipeline reads them (read-styles.ts), and it, the client and the docs write them (write-styles.ts).

import type { ParameterStyle } from '../../core/contract/contract.ts'
import type { Parameter } from './openapi.ts'

type StyledParameter = Pick<Parameter, 'name' | 'in' | 'style' | 'explode'>

/** What a value can be besides a scalar. */
interface ValueParts {
  isArray: boolean
  isObject: boolean
}

export function withDefaults({ in: group, style = defaults[group], explode = style === 'form' }: StyledParameter) {
  return { style, explode }
}

const defaults: Record<Parameter['in'], string> = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }

export function stylesFor(group: Parameter['in'], { isArray, isObject }: ValueParts): string[] {
  if (group === 'path') return ['simple', 'label', 'matrix']
  if (group !== 'query') return [defaults[group]]
  const several = isArray || isObject ? ['spaceDelimited', 'pipeDelimited'] : []
  return ['form', ...several, ...(isObject ? ['deepObject'] : [])]
}

/** A scalar has no parts, so only a prefix. */
export function getStyle(parameter: StyledParameter, { isArray, isObject }: ValueParts) {
  const { style, explode } = withDefaults(parameter)
  const marks = getMarks(parameter.name, isObject)[style]?.[explode ? 'exploded' : 'joined'] ?? {}
  const { prefix } = marks
  return isArray || isObject ? marks : { ...(prefix && { prefix }) }
}

/** Returns prefixes and separators by style (OpenAPI 3.1, 4.8.12.3; RFC 6570, 3.2.5 and 3.2.7), by `explode`. */
function getMarks(name: string, isObject: boolean): Record<string, Record<'joined' | 'exploded', ParameterStyle>> {
  const prefix = `;${encodeURIComponent(name)}=`
  // The properties of an exploded matrix replace the name.
  const mark = isObject ? ';' : prefix
  const assign = isObject && { assign: '=' }
  return {
    simple: { joined: {}, exploded: { ...assign } },
    label: { joined: { prefix: '.' }, exploded: { prefix: '.', separator: '.', ...assign } },
    matrix: { joined: { prefix }, exploded: { prefix: mark, separator: mark, ...assign } },
    form: { joined: { separator: ',' }, exploded: {} },
    // A URL cannot have a space, and should have no bar.
    spaceDelimited: { joined: { separator: '%20' }, exploded: {} },
    pipeDelimited: { joined: { separator: '%7C' }, exploded: {} },
    deepObject: { joined: { isDeepObject: true }, exploded: { isDeepObject: true } },
  }
}

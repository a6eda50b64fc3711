// The styles of parameters (OpenAPI 3.1, 4.8.12): where each is allowed, and its prefix and separators. The pipeline
// parses values by them (read-styles.ts). The pipeline, the client and the docs write values by them (write-styles.ts).

import type { ParameterStyle } from '../../core/contract/contract.ts'
import type { Parameter } from './openapi.ts'

type StyleOptions = Pick<Parameter, 'name' | 'in' | 'style' | 'explode'>

/** Whether a value can be an array or an object, and not only a scalar. */
interface ValueParts {
  isArray: boolean
  isObject: boolean
}

export function withDefaults({ in: location, style = defaults[location], explode = style === 'form' }: StyleOptions) {
  return { style, explode }
}

const defaults: Record<Parameter['in'], string> = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }

export function stylesFor(location: Parameter['in'], { isArray, isObject }: ValueParts): string[] {
  if (location === 'path') return ['simple', 'label', 'matrix']
  if (location !== 'query') return [defaults[location]]
  const delimited = isArray || isObject ? ['spaceDelimited', 'pipeDelimited'] : []
  return ['form', ...delimited, ...(isObject ? ['deepObject'] : [])]
}

/** Returns the delimiters of a parameter. A scalar has at most a prefix. */
export function getStyle(parameter: StyleOptions, { isArray, isObject }: ValueParts) {
  const { style, explode } = withDefaults(parameter)
  const delimiters = getDelimiters(parameter.name, isObject)[style]?.[explode ? 'exploded' : 'joined'] ?? {}
  const { prefix } = delimiters
  return isArray || isObject ? delimiters : { ...(prefix && { prefix }) }
}

/** Returns prefixes and separators by style (OpenAPI 3.1, 4.8.12.3; RFC 6570, 3.2.5 and 3.2.7), by `explode`. */
function getDelimiters(name: string, isObject: boolean): Record<string, Record<'joined' | 'exploded', ParameterStyle>> {
  const prefix = `;${encodeURIComponent(name)}=`
  // In an exploded matrix, the names of properties replace that of the parameter.
  const separator = isObject ? ';' : prefix
  const assign = isObject && { assign: '=' }
  return {
    simple: { joined: {}, exploded: { ...assign } },
    label: { joined: { prefix: '.' }, exploded: { prefix: '.', separator: '.', ...assign } },
    matrix: { joined: { prefix }, exploded: { prefix: separator, separator: separator, ...assign } },
    form: { joined: { separator: ',' }, exploded: {} },
    // A space and a bar are percent-encoded in a URL.
    spaceDelimited: { joined: { separator: '%20' }, exploded: {} },
    pipeDelimited: { joined: { separator: '%7C' }, exploded: {} },
    deepObject: { joined: { isDeepObject: true }, exploded: { isDeepObject: true } },
  }
}

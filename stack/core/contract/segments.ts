// The segments of a path in the contract: a literal text, a parameter, or both in one segment, such as `{id}.json`.

export type Segment =
  | { text: string; parameter?: never; mixed?: never }
  | { parameter: string; text?: never; mixed?: never }
  | { mixed: MixedSegment; text?: never; parameter?: never }

/** A text, a parameter, a text, and so on: there is one text more than there are parameters. */
export interface MixedSegment {
  texts: string[]
  parameters: string[]
}

export function toSegments(path: string): Segment[] {
  return path.split('/').map((text) => {
    // A name of a parameter is in braces.
    const parts = text.split(/\{([^{}]+)\}/)
    const [start = '', parameter] = parts
    if (parameter === undefined) return { text: start }
    if (parts.length === 3 && parts.join('') === parameter) return { parameter }
    const [texts, parameters] = [0, 1].map((rest) => parts.filter((_, index) => index % 2 === rest))
    return { mixed: { texts: texts ?? [], parameters: parameters ?? [] } }
  })
}

/** For a request, two paths are the same if they differ only in the names of parameters. */
export function unnamed(path: string): string {
  return path.replace(/\{[^{}]+\}/g, '{}')
}

/**
 * The values of the parameters, not decoded. Each is as short as possible, and the last one takes the rest. A regular
 * expression would not take linear time. @returns `undefined` if the segment does not have the texts.
 */
export function valuesIn({ texts }: MixedSegment, part: string): string[] | undefined {
  const [first = '', ...others] = texts
  const last = others.pop() ?? ''
  const end = part.length - last.length
  if (!part.startsWith(first) || !part.endsWith(last)) return undefined
  const values: string[] = []
  let start = first.length
  for (const text of others) {
    const next = part.indexOf(text, start + 1)
    if (next === -1) return undefined
    values.push(part.slice(start, next))
    start = next + text.length
  }
  if (start >= end) return undefined
  return [...values, part.slice(start, end)]
}

/**
 * Sorts paths in the order in which they are tried: the first segment that is not of the same kind decides. No request
 * matches paths of two lengths.
 */
export function compareSegments(one: Segment[], other: Segment[]): number {
  if (one.length !== other.length) return one.length - other.length
  for (const [index, segment] of one.entries()) {
    const difference = looseness(segment) - looseness(other[index])
    if (difference !== 0) return difference
  }
  return 0
}

/** Literal texts come before parameters (OpenAPI 3.1, Paths Object), and mixed ones with more text before others. */
function looseness(segment: Segment | undefined): number {
  if (segment?.mixed !== undefined) return 1 / (1 + segment.mixed.texts.join('').length)
  return segment?.parameter === undefined ? 0 : 2
}

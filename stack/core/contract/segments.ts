// Matches the segments of a request path with those of a path in the contract.
import type { MixedSegment, Segment } from './contract.ts'

export function matches(segments: Segment[], parts: string[]): boolean {
  if (segments.length !== parts.length) return false
  return segments.every((segment, index) => isMatch(segment, parts[index] ?? ''))
}

/** @param part One segment of a request path, percent-encoded. A parameter is never empty. */
export function isMatch({ text, mixed }: Segment, part: string): boolean {
  if (text !== undefined) return part === text
  return mixed === undefined ? part !== '' : parseMixed(mixed, part) !== undefined
}

/**
 * Returns the values of the parameters, percent-encoded; `undefined` if the segment lacks a literal. Each value is as
 * short as possible, and the last one takes the rest. A regular expression would not take linear time.
 */
export function parseMixed({ texts }: MixedSegment, part: string): string[] | undefined {
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

// Reads the problem in the body of an error response, as RFC 9457 defines it: each member may be missing.

import type { CompleteProblem, Problem } from './result.ts'

/** @param mediaType The Content-Type. @param status The status of the response. */
export function readProblem(body: unknown, mediaType: string | null, status: number): Problem | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const members: Record<string, unknown> = { ...body }
  // A member of another type must be ignored (section 3.1).
  const toText = (name: string) => (typeof members[name] === 'string' ? members[name] : undefined)
  const type = toText('type')
  const problem = {
    ...members,
    // The default of section 3.1.1.
    type: type ?? 'about:blank',
    status: typeof members.status === 'number' ? members.status : status,
    title: toText('title'),
    detail: toText('detail'),
    instance: toText('instance'),
  }
  // A gateway may replace the media type, but does not invent such a body.
  const isOurs = type !== undefined && isComplete(problem)
  return isOurs || /^application\/problem\+json\s*(?:;|$)/i.test(mediaType ?? '') ? problem : undefined
}

/** Whether a problem has each member that the contract requires. */
export function isComplete(problem: Problem): problem is CompleteProblem {
  const { title, detail, instance } = problem
  return title !== undefined && detail !== undefined && instance !== undefined
}

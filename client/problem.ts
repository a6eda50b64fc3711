// Reads the problem in the body of an error response, as RFC 9457 defines it: each member may be missing.

import type { Problem } from './result.ts'

/** @param mediaType The Content-Type. @param status The status of the response. */
export function readProblem(body: unknown, mediaType: string | null, status: number): Problem | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const members: Record<string, unknown> = { ...body }
  const problem = {
    ...members,
    // `about:blank` is the default of RFC 9457, section 3.1.1.
    type: textOf(members.type) ?? 'about:blank',
    status: typeof members.status === 'number' ? members.status : status,
    title: textOf(members.title),
    detail: textOf(members.detail),
    instance: textOf(members.instance),
  }
  // A gateway may replace the media type, but does not invent such a body.
  const isOurs = textOf(members.type) !== undefined && isComplete(problem)
  return isOurs || /^application\/problem\+json\s*(?:;|$)/i.test(mediaType ?? '') ? problem : undefined
}

/** Whether a problem has each member that the contract requires. */
export function isComplete({ title, detail, instance }: Problem): boolean {
  return title !== undefined && detail !== undefined && instance !== undefined
}

// A member of another type must be ignored (RFC 9457, section 3.1).
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

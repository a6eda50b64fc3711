// Turns a response into a result, and finds out whether the contract documents the response. It checks only what tells
// the results apart, and does not validate the rest of a body.
import type { OperationData } from './contract.ts'
import type { AnyResult, Call, CompleteProblem, Outcome, Problem, RangeCode, Unexpected } from './result.ts'
import { statusIfDone } from './retry.ts'

export interface ReceivedResponse {
  call: Call
  status: number
  headers: Headers
  text: string
  /** Bytes of the body as received. */
  bytes: Uint8Array
  /** The response of the network. Its status is 304 if `status`, `headers` and `text` are from the cache. */
  response: Response
  earlierOutcome: Outcome
}

export function readResponse(
  { method, responses }: OperationData,
  { call, status, headers, text, bytes, response, earlierOutcome }: ReceivedResponse,
): AnyResult {
  const code = getResponseKey(responses, status)
  const common = { status: code, headers: withLowerCaseNames(headers), response, call }
  const parsed = parseJson(text)
  const body = parsed ? parsed.value : text || undefined
  const problem = readProblem(body, headers.get('Content-Type'), status)
  // By contract, a rejected request changes nothing. Any 4xx and a documented 503 count as rejected.
  const outcome = (isRejected: boolean): Outcome =>
    method === 'get' || (isRejected && earlierOutcome === 'unchanged') ? 'unchanged' : 'unknown'
  const isClientError = status >= 400 && status < 500
  const unexpected = (detail: string): Unexpected => {
    return { ok: false, status: 'unexpected', outcome: outcome(isClientError), detail, problem, body, response, call }
  }

  const documentedResult = (body: unknown): AnyResult => {
    if (status < 400) return { ok: true, ...common, body }
    return { ok: false, ...common, outcome: outcome(isClientError || status === 503), problem: undefined, body }
  }

  const mediaType = headers.get('Content-Type') ?? 'no media type'
  const documentedKinds = [responses[code] ?? []].flat()
  const match = documentedKinds.find((kind) => kind === (isJson(mediaType) ? 'json' : 'text') || kind === 'bytes')
  const documentedKind = documentedKinds.find((kind) => kind === problem?.type) ?? match ?? documentedKinds[0]
  switch (documentedKind) {
    case 'empty':
      return status === 304
        ? { ok: false, ...common, status, outcome: 'unchanged', problem: undefined }
        : documentedResult(undefined)
    case 'json':
      if (!isJson(mediaType)) return unexpected(`${status} with ${mediaType} instead of JSON`)
      return parsed ? documentedResult(body) : unexpected(`${status} with a body that is not JSON`)
    case 'text':
      return documentedResult(text)
    case 'bytes':
      return documentedResult(bytes)
    case undefined:
      // In a browser a redirect is opaque and has the status 0.
      return status === 0 || (status >= 300 && status < 400 && status !== 304)
        ? unexpected(`${status} is a redirect, which is not followed. Set baseUrl to the service address`)
        : unexpected(`${status} is not a documented status`)
    default:
      if (problem?.status !== status || problem.type !== documentedKind || !isComplete(problem)) {
        return unexpected(`${status} without a problem that this client knows`)
      }
      if (earlierOutcome === 'unknown' && statusIfDone[method] === status && responses[204] === 'empty') {
        return { ok: true, ...common, status: 204, body: undefined }
      }
      return { ok: false, ...common, outcome: outcome(isClientError || status === 503), problem }
  }
}

/** Returns the key of a response in the contract: a status, a range, or `default`; the status if it is undocumented. */
function getResponseKey(responses: OperationData['responses'], status: number): number | RangeCode {
  // A status has three digits.
  const range = `${String(status)[0]}XX` as RangeCode
  return status in responses ? status : (([range, 'default'] as const).find((key) => key in responses) ?? status)
}

// The iterator of Headers returns lower-case names (Fetch Standard), but in happy-dom it returns the names that were sent.
function withLowerCaseNames(headers: Headers): Partial<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]))
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[^\s;]+\+)?json\s*(?:;|$)/i.test(mediaType)
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Reads the problem in the body of a response, as RFC 9457 defines it: each member may be missing.
 * @param mediaType The Content-Type. @param status The status of the response.
 */
function readProblem(body: unknown, mediaType: string | null, status: number): Problem | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const members: Record<string, unknown> = { ...body }
  // A member with a wrong type must be ignored (section 3.1).
  const getString = (name: string) => (typeof members[name] === 'string' ? members[name] : undefined)
  const type = getString('type')
  const problem = {
    ...members,
    // The default of section 3.1.1.
    type: type ?? 'about:blank',
    status: typeof members.status === 'number' ? members.status : status,
    title: getString('title'),
    detail: getString('detail'),
    instance: getString('instance'),
  }
  // A gateway may replace the media type, but does not invent such a body.
  const isFromService = type !== undefined && isComplete(problem)
  return isFromService || /^application\/problem\+json\s*(?:;|$)/i.test(mediaType ?? '') ? problem : undefined
}

/** Whether a problem has each member that the contract requires. */
function isComplete(problem: Problem): problem is CompleteProblem {
  const { title, detail, instance } = problem
  return title !== undefined && detail !== undefined && instance !== undefined
}

// A fetch that tries again while the service is busy or away. A creation needs an Idempotency-Key for that.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Patience {
  /** How long one request may be tried in all. */
  ms: number
  /** Called once for a request that has to wait. */
  onWait: (reason: string, limitMs: number) => void
  /** Ends waiting; what is under way is finished. */
  stop: AbortSignal
}

// Until there was any answer at all, the address is more likely to be wrong than the service away.
const untilFirstAnswerMs = 3_000
const attemptMs = 30_000
const longestBackoffMs = 5_000
const mostAttemptsAt500 = 4

export function patientFetch(patience: Patience): (request: Request) => Promise<Response> {
  let answered = false

  return async function fetchPatiently(request) {
    const start = performance.now()
    for (let attempt = 1; ; attempt++) {
      const outcome = await tryOnce(request)
      answered ||= outcome.response !== undefined
      const waitMs = waitAfter(outcome, attempt)
      const limitMs = answered ? patience.ms : Math.min(patience.ms, untilFirstAnswerMs)
      if (waitMs === undefined || performance.now() - start + waitMs > limitMs) return settle(outcome)
      if (attempt === 1) {
        patience.onWait(outcome.response ? `answers ${outcome.response.status}` : 'does not answer', limitMs)
      }
      const signal = AbortSignal.any([patience.stop, request.signal])
      await sleep(waitMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return settle(outcome)
    }
  }
}

type Outcome = { response: Response; error?: never } | { response?: never; error: unknown }

function settle({ response, error }: Outcome): Response {
  if (response) return response
  throw error
}

// The body is read here too: a connection may also break in the middle of an answer.
async function tryOnce(request: Request): Promise<Outcome> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(attemptMs)])
  try {
    const response = await fetch(request.clone(), { signal })
    const body = await response.arrayBuffer()
    return { response: new Response(body.byteLength > 0 ? body : null, response) }
  } catch (error) {
    return { error }
  }
}

/** `undefined`: not to be tried again. */
function waitAfter({ response }: Outcome, attempt: number): number | undefined {
  // Full jitter: those who were turned away together do not come back together.
  const backoff = Math.random() * Math.min(longestBackoffMs, 200 * 2 ** attempt)
  switch (response?.status) {
    case 429:
    case 503:
      return Math.max(backoff, retryAfterMs(response) + Math.random() * 100)
    case 500:
      return attempt < mostAttemptsAt500 ? backoff : undefined
    case undefined:
    case 502:
    case 504:
      return backoff
    default:
      return undefined
  }
}

// Seconds, or a date (RFC 9110, section 10.2.3).
function retryAfterMs(response: Response): number {
  const value = response.headers.get('Retry-After') ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return ms > 0 ? ms : 0
}

// Records the requests to a mock, for tests. Also knows which requests in flight began before a reset.
import type { Contract, Limits } from '../../core/contract/contract.ts'
import type { HttpRequest, HttpResponse } from '../../core/pipeline/http.ts'
import type { RecordedRequest, RequestFilter } from './control.ts'
import { requireOperation, requireValid } from './control-input.ts'
import { requestsQuery } from './control-validators.ts'

const maxRequests = 1_000

interface InFlightRequest {
  /** The callers that were reset after the request began; `undefined` for all callers. */
  resets: Set<string | undefined>
  caller: string | undefined
  time: Date | undefined
}

/** @param now Returns the time of a caller, or the time while the caller is unknown. */
export function createRequestLog(contract: Contract, now: (caller?: string) => Date) {
  let requests: RecordedRequest[] = []
  const inFlight = new Map<string, InFlightRequest>()

  /** Whether the caller was reset after this request began. Then the request must change nothing. */
  function isOutdated(requestId: string, caller: string | undefined): boolean {
    const resets = inFlight.get(requestId)?.resets
    return resets !== undefined && (resets.has(undefined) || (caller !== undefined && resets.has(caller)))
  }

  return {
    /** Runs a request, which begins now even if it is received later, and adds it to the log. */
    async run(
      id: string,
      pending: HttpRequest | Promise<HttpRequest>,
      respond: (request: HttpRequest) => Promise<HttpResponse>,
    ): Promise<HttpResponse> {
      const inFlightRequest: InFlightRequest = { resets: new Set(), caller: undefined, time: undefined }
      inFlight.set(id, inFlightRequest)
      try {
        const request = await pending
        const { method, target, headers } = request
        const received = now()
        const { body, readAll } = watchBody(request, contract.limits)
        const response = await respond({ ...request, body })
        const { operationId: operation, status } = response
        const { caller, time: at = received } = inFlightRequest
        const text = new TextDecoder().decode(await readAll())
        const [time, recordedBody] = [at.toISOString(), text === '' ? undefined : parseJsonOrText(text)]
        if (!isOutdated(id, caller))
          requests.push({ id, time, method, target, headers, operation, caller, body: recordedBody, status })
        if (requests.length > maxRequests) requests.shift()
        return response
      } finally {
        inFlight.delete(id)
      }
    },
    /** Sets the caller of a request in flight, once it is known. */
    identify(caller: string, requestId: string): void {
      const inFlightRequest = inFlight.get(requestId)
      if (inFlightRequest !== undefined) Object.assign(inFlightRequest, { caller, time: now(caller) })
    },
    isOutdated,
    /** Marks the requests in flight as outdated. @param caller Default: all callers. */
    markOutdated(caller?: string): void {
      for (const { resets } of inFlight.values()) resets.add(caller)
    },
    /** Deletes the recorded requests. @param caller Default: all callers. */
    clear(caller?: string): void {
      requests = requests.filter((request) => caller !== undefined && request.caller !== caller)
    },
    /** Returns the recorded requests, the oldest first. @throws {ControlError} */
    list(filter: RequestFilter = {}): RecordedRequest[] {
      requireValid(requestsQuery, filter, 'filter')
      requireOperation(contract, filter.operation)
      const selected = ['operation', 'caller', 'status'] as const
      return requests.filter((request) => selected.every((name) => (filter[name] ?? request[name]) === request[name]))
    },
  }
}

/** A rejected request gets its response after this time even if its body is incomplete. */
const maxWaitMs = 100

/** Records the body as the pipeline reads it. The pipeline rejects some requests before it reads their body. */
function watchBody({ body, headers }: HttpRequest, limits: Limits) {
  if (body === undefined) return { body, readAll: async () => undefined }
  let bytes: ReturnType<typeof body.read> | undefined
  const readBody: typeof body.read = (limits) => {
    bytes ??= body.read(limits)
    return bytes
  }
  const readAll = async () => {
    // The client sends the body only after a 100 (Continue).
    if (bytes === undefined && headers.expect !== undefined) return undefined
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs, undefined))
    return Promise.race([readBody(limits).catch(() => undefined), timeout])
  }
  return { body: { read: readBody }, readAll }
}

export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

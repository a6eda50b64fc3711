// The requests that a mock has received, for tests that look at them, and which requests began before a reset.
import type { Contract, Limits } from '../../core/contract/contract.ts'
import type { HttpRequest, HttpResponse } from '../../core/pipeline/http.ts'
import type { RecordedRequest, RequestFilter } from './control.ts'
import { requireOperation, requireValid } from './control-input.ts'
import { requestsQuery } from './control-validators.ts'

const maxRequests = 1_000

interface RunningRequest {
  /** The callers that were reset after the request began; `undefined` for all callers. */
  resets: Set<string | undefined>
  caller: string | undefined
  time: Date | undefined
}

/** @param now The time of a caller, and the time before the caller is known. */
export function createRequestLog(contract: Contract, now: (caller?: string) => Date) {
  let requests: RecordedRequest[] = []
  const running = new Map<string, RunningRequest>()

  /** Whether the caller was reset after this request began. Then it must change nothing. */
  function isOutdated(requestId: string, caller: string | undefined): boolean {
    const resets = running.get(requestId)?.resets
    return resets !== undefined && (resets.has(undefined) || (caller !== undefined && resets.has(caller)))
  }

  return {
    /** Runs a request, which begins now even if it is complete later, and adds it to the log. */
    async run(
      id: string,
      pending: HttpRequest | Promise<HttpRequest>,
      respond: (request: HttpRequest) => Promise<HttpResponse>,
    ): Promise<HttpResponse> {
      const started: RunningRequest = { resets: new Set(), caller: undefined, time: undefined }
      running.set(id, started)
      try {
        const request = await pending
        const { method, target, headers } = request
        const received = now()
        const { body, readAll } = watchBody(request, contract.limits)
        const response = await respond({ ...request, body })
        const { operationId: operation, status } = response
        const { caller, time: at = received } = started
        const text = new TextDecoder().decode(await readAll())
        const [time, recordedBody] = [at.toISOString(), text === '' ? undefined : jsonOr(text)]
        if (!isOutdated(id, caller))
          requests.push({ id, time, method, target, headers, operation, caller, body: recordedBody, status })
        if (requests.length > maxRequests) requests.shift()
        return response
      } finally {
        running.delete(id)
      }
    },
    /** Adds to a running request who has sent it, when that is known. */
    identify(caller: string, requestId: string): void {
      const started = running.get(requestId)
      if (started !== undefined) Object.assign(started, { caller, time: now(caller) })
    },
    isOutdated,
    /** Makes the running requests outdated. @param caller Default: of all callers. */
    markOutdated(caller?: string): void {
      for (const { resets } of running.values()) resets.add(caller)
    },
    /** Deletes the requests. @param caller Default: of all callers. */
    clear(caller?: string): void {
      requests = requests.filter((request) => caller !== undefined && request.caller !== caller)
    },
    /** The oldest request first. @throws {ControlError} */
    list(filter: RequestFilter = {}): RecordedRequest[] {
      requireValid(requestsQuery, filter, 'filter')
      requireOperation(contract, filter.operation)
      const selected = ['operation', 'caller', 'status'] as const
      return requests.filter((request) => selected.every((name) => (filter[name] ?? request[name]) === request[name]))
    },
  }
}

/** A refused request gets its response after this time even if its body is incomplete. */
const maxWaitMs = 100

/** Keeps the body as the pipeline reads it. The pipeline refuses some requests before it reads their body. */
function watchBody({ body, headers }: HttpRequest, limits: Limits) {
  if (body === undefined) return { body, readAll: async () => undefined }
  let bytes: ReturnType<typeof body.read> | undefined
  const readBody: typeof body.read = (limits) => {
    bytes ??= body.read(limits)
    return bytes
  }
  const readAll = async () => {
    // Its client sends the body only if it is asked to.
    if (bytes === undefined && headers.expect !== undefined) return undefined
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs, undefined))
    return Promise.race([readBody(limits).catch(() => undefined), late])
  }
  return { body: { read: readBody }, readAll }
}

export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

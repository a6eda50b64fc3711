// The mock: the road of the service with Prism at its end. Prism only makes up answers; the front door has judged the
// request before, and the check of answers judges what Prism made up. It keeps nothing and knows no plants.
import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createClientFromOperations, type PrismHttp } from '@stoplight/prism-http/dist/client.js'
import type { Express } from 'express'
import { createApp } from './app.ts'
import type { VerifyToken } from './auth/token.ts'
import { document, type Header, resolve } from './contract/document.ts'
import type { Admitted, Perform } from './contract/front-door.ts'
import { scopes } from './contract/operations.ts'
import { problemMediaType } from './contract/problems.ts'
import type { Report } from './contract/reply.ts'
import { pathOf } from './contract/request-target.ts'
import type { WireAnswer } from './contract/responses.ts'
import { inTime } from './mock/deadline.ts'
import { preferredAnswer } from './mock/preference.ts'

export async function createMock(report: Report): Promise<Express> {
  // A copy, since Prism resolves references in place.
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  const prism = createClientFromOperations(operations, {
    mock: { dynamic: false },
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    logger: createLogger('mock', { level: 'silent' }),
  })
  return createApp({
    perform: performBy(prism),
    verify: anyToken,
    allowsOrigin: '*',
    moreHeaders: ['Prefer'],
    requestsPerMinute: 0,
    report,
  })
}

const anyToken: VerifyToken = async () => ({ owner: 'anybody', scopes: new Set(scopes) })

function performBy(prism: PrismHttp): Perform {
  return async (admitted) => {
    const { operation, req } = admitted
    const mock = { dynamic: false, ...preferredAnswer(req.headers.prefer, operation) }
    // The door has negotiated; left to itself Prism would have no problems for a caller who takes only JSON.
    const input = { method: operation.method, headers: { accept: '*/*' } }
    const answer = await inTime(prism.request(pathOf(req), input, { mock }))
    return madeUp(answer, admitted)
  }
}

type PrismAnswer = Awaited<ReturnType<PrismHttp['request']>>

// Prism looks at the contract alone. What an answer takes from its request is put right here: its name, its page. Headers
// that an answer may lack are left to the road.
function madeUp({ status, headers = {}, data }: PrismAnswer, { operation, req, requestId }: Admitted): WireAnswer {
  const documented = operation.responses[status]
  const named = Object.entries(documented?.headers ?? {}).flatMap(([name, header]) => {
    const value = headers[name]
    const isOurs = resolve<Header>(header).required === true && name !== 'Request-Id'
    return value === undefined || !isOurs ? [] : [[name, value] as const]
  })
  const wire = { status, headers: Object.fromEntries(named) }
  const mediaType = Object.keys(documented?.content ?? {})[0]
  if (mediaType === undefined) return wire
  if (mediaType === problemMediaType) {
    return { ...wire, body: { mediaType, value: { ...Object(data), instance: `urn:uuid:${requestId}` } } }
  }
  if (!Array.isArray(data)) return { ...wire, body: { mediaType, value: data } }
  const page = { ...wire, body: { mediaType, value: data.slice(0, Number(req.query.limit)) } }
  return req.query.cursor === undefined ? { ...page, headers: { ...wire.headers, Link: secondPage(req.query) } } : page
}

// Two pages, so that whoever follows links sees both a next page and an end.
function secondPage(query: Record<string, unknown>): string {
  const next = new URLSearchParams({ limit: String(query.limit), cursor: 'A'.repeat(32) })
  if (typeof query.tag === 'string') next.set('tag', query.tag)
  return `<?${next}>; rel="next"`
}

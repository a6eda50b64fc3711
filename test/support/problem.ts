// Expects a problem (RFC 9457) of the contract. The type alone fixes status and title, so tests do not repeat them.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { components } from '../../generated/api.d.ts'
import type { ProblemType } from '../../server/core/problem.ts'

export type Problem = components['schemas']['Problem']

/** A response of `fetch`, of a caller (caller.ts) or of `sendRaw`. */
export type AnyResponse =
  | Response
  | { status: number; headers: Headers | Record<string, string>; body: Problem | string | unknown }

interface DocumentedResponse {
  content?: Record<string, { schema: { allOf?: { properties?: Record<string, { const?: unknown }> }[] } }>
}

const mediaType = 'application/problem+json'
const contract: { components: { responses: Record<string, DocumentedResponse> } } = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
)

/** The members that the contract fixes for each type. */
const constants = Object.values(contract.components.responses).flatMap(({ content }) => {
  const properties = content?.[mediaType]?.schema.allOf?.at(-1)?.properties
  if (properties === undefined) return []
  const { type, title, status } = properties
  return [{ type: type?.const, title: title?.const, status: status?.const }]
})

/**
 * Checks the status, the headers and the body of a response.
 * @param members Other members that the problem must have, such as `detail` or `errors`.
 * @returns The problem.
 */
export async function expectProblem(response: AnyResponse, type: ProblemType, members: object = {}): Promise<Problem> {
  const headers = new Headers(response.headers)
  const body = response instanceof Response ? await response.text() : response.body
  const problem = typeof body === 'string' ? JSON.parse(body) : body
  const documented = constants.find((one) => one.type === type)
  expect(documented, `${type} is in the contract`).toBeDefined()
  expect({
    status: response.status,
    mediaType: headers.get('Content-Type'),
    caching: headers.get('Cache-Control'),
    problem,
  }).toMatchObject({
    status: documented?.status,
    mediaType,
    caching: 'no-store',
    problem: { ...documented, detail: expect.any(String), instance: expect.stringMatching(/^urn:uuid:/), ...members },
  })
  return problem
}

// Expects a problem (RFC 9457) of the contract. Its name determines its type, status and title.
import { expect } from 'vitest'
import type { FieldError } from '../product/generated/api.d.ts'
import type { ProblemName } from '../product/generated/handlers.ts'
import { contract } from '../product/generated/index.ts'

const { problemKinds } = contract

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  errors?: FieldError[]
}

/** A response of fetch, of `createCaller` or of `sendRaw`. */
export type AnyResponse = Response | { status: number; headers: Headers | Record<string, string>; body: unknown }

/**
 * Checks the status, the body and some headers of a response.
 * @param members Other members that the problem must have, such as `detail` or `errors`.
 * @returns The problem.
 */
export async function expectProblem(response: AnyResponse, name: ProblemName, members: object = {}): Promise<Problem> {
  const headers = new Headers(response.headers)
  const body = response instanceof Response ? await response.text() : response.body
  const problem = typeof body === 'string' ? JSON.parse(body) : body
  const kind = problemKinds.find((kind) => kind.name === name)
  expect({
    status: response.status,
    mediaType: headers.get('Content-Type'),
    caching: headers.get('Cache-Control'),
    varies: headers.get('Vary'),
    problem,
  }).toMatchObject({
    status: kind?.status,
    mediaType: 'application/problem+json',
    caching: 'no-store',
    varies: 'Authorization, Origin',
    problem: {
      type: kind?.type,
      title: kind?.title,
      status: kind?.status,
      detail: expect.any(String),
      instance: `urn:uuid:${headers.get('Request-Id')}`,
      ...members,
    },
  })
  return problem
}

// The road of a request, as the service has it: what is wrong is looked for in the contract's order of errors, and the
// first thing found is answered.

import { takes } from '../../generated/exchanges.ts'
import type { OperationId } from '../operation-table.ts'
import { acceptsJson } from './accept.ts'
import { readBody } from './body.ts'
import { documentedAnswer, openParts, successOf } from './contract.ts'
import { judge } from './findings.ts'
import { readHeaders, readPath, readQuery } from './parameters.ts'
import { Refusal } from './refusal.ts'

/** Who a token stands for. */
export interface Caller {
  /** The same for the same caller, different for any two. */
  name: string
  /** Those of the contract unless told otherwise. */
  scopes?: string[]
}

/** A request without a fault, read. */
export interface Admitted {
  id: OperationId
  request: Request
  caller: string
  path: Record<string, string>
  query: Record<string, unknown>
  header: Record<string, string>
  body: unknown
}

/** @throws {Refusal} */
export async function admit(
  id: OperationId,
  request: Request,
  target: { path: string; search: string },
  whoIs: (token: string) => Caller | undefined,
): Promise<Admitted> {
  const caller = authenticate(id, request.headers.get('Authorization'), whoIs) // 401, 403
  const { answer } = successOf(id)
  if (answer.mediaType !== undefined && !acceptsJson(request.headers.get('Accept'))) throw new Refusal(406)
  const body = await readBody(id, request) // 400 for none, 415, 413, 400
  const parameters = {
    path: readPath(openParts(id, target.path)),
    query: readQuery(id, target.search),
    header: readHeaders(id, request.headers),
  }
  judge(id, parameters, body) // 400
  return { id, request, caller, ...parameters, body }
}

function authenticate(
  id: OperationId,
  authorization: string | null,
  whoIs: (token: string) => Caller | undefined,
): string {
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new Refusal(401)
  const challenge = documentedAnswer(id, 401).headers['WWW-Authenticate']
  const caller = whoIs(token)
  if (caller === undefined) {
    const detail = 'The token is not valid here.'
    const headers = { 'WWW-Authenticate': `${challenge}, error="invalid_token", error_description="${detail}"` }
    throw new Refusal(401, { detail, headers })
  }
  const missing = takes[id].scopes.find((scope) => caller.scopes?.includes(scope) === false)
  if (missing !== undefined) {
    const detail = `This operation needs a token with the scope ${missing}.`
    const said = `error="insufficient_scope", error_description="${detail}", scope="${missing}"`
    throw new Refusal(403, { detail, headers: { 'WWW-Authenticate': `${challenge}, ${said}` } })
  }
  return caller.name
}

// Responses that are documented examples, with the parts that depend on the request: its id, and the page of a list.
import { findCollectionOf } from '../contract/collections.ts'
import type { Contract, ContractResponse } from '../contract/contract.ts'
import { problemMediaType } from '../contract/problems.ts'
import { storageKey } from '../items/item-id.ts'
import { nextLink } from '../items/link-headers.ts'
import type { DraftResponse, HttpRequest } from '../pipeline/http.ts'
import type { OperationCall, Respond } from '../pipeline/pipeline.ts'
import { readPreference } from './prefer-header.ts'

/** Responds with the status and example that `Prefer` names. Default: the first example of the successful response. */
export function respondWithExample(contract: Contract): Respond {
  return async (call) => {
    const { response, example } = readPreference(contract, call.request.headers.prefer, call.operation)
    const { headers = {}, bodies = {}, sample } = contract.examples[response.name] ?? {}
    return adaptExample(contract, call, response, headers, example === undefined ? sample : bodies[example])
  }
}

/** Adapts an example to its request. @param body The value of the example. */
export function adaptExample(
  { collections }: Contract,
  { request, operation, query }: OperationCall,
  { status, bodies: [documented] }: ContractResponse,
  headers: Record<string, string>,
  body: unknown,
): DraftResponse {
  if (documented?.mediaType === problemMediaType) return { status, headers, body: problemBody(request, body) }
  const collection = findCollectionOf(collections, operation.id)
  if (!Array.isArray(body) || collection?.methods.list !== operation.id)
    return { status, headers, body, ...mediaTypeIn(documented?.mediaType) }
  const { idField, parameters } = collection
  const after = storageKey(query.after ?? '')
  const rest: Record<string, unknown>[] = body.filter((item) => storageKey(item[idField]) > after)
  const page = rest.slice(0, Number(query.limit))
  const last = rest.length > page.length ? page.at(-1) : undefined
  const link = last && { Link: nextLink({ id: String(last[idField]) }, query, Object.keys(parameters), operation) }
  return { status, headers: { ...headers, ...link }, body: page }
}

/** Returns a media type of a range, which a response must name. */
export function mediaTypeIn(range: string | undefined): { mediaType?: string } {
  if (!range?.endsWith('/*')) return {}
  return { mediaType: mediaTypesByRange[range] ?? range.replace('*', 'x-example') }
}

const mediaTypesByRange: Record<string, string> = {
  '*/*': 'application/octet-stream',
  'application/*': 'application/octet-stream',
  'image/*': 'image/png',
  'text/*': 'text/plain',
}

export function problemBody(request: HttpRequest, example: unknown): unknown {
  return { ...Object(example), instance: `urn:uuid:${request.id}` }
}

// Made by `make generate` from openapi.yaml. Do not edit.

import type { operations } from './api.d.ts'

/** What an operation takes. */
export interface Takes {
  /** That a token must have. */
  scopes: string[]
  query: Record<string, { type: string; allowEmptyValue?: true; allowReserved?: true }>
  headers: string[]
  /** Of its body; none where it takes no body. */
  mediaTypes: string[]
}

/** What an operation answers with one status. */
export interface Answer {
  /** Those that it always has but for its Request-Id, with the one value they may have, or that of their example. */
  headers: Record<string, string>
  /** Of its body, where it has one. */
  mediaType?: string
  /** Its documented bodies, by name. */
  examples: Record<string, unknown>
}

export const limits = {"bodyBytes":16384,"headBytes":16384,"targetBytes":8192,"idempotencyKeyHours":24}

const responses = {
  Options: {"headers":{"Cache-Control":"private, no-cache","Vary":"Authorization, Origin","Allow":"GET, HEAD, OPTIONS, POST"},"examples":{}},
  NotModified: {"headers":{"Cache-Control":"private, no-cache","Vary":"Authorization, Origin","ETag":"\"WNDHo7Z6Ldjr7WGjczDOhS-xUAP\""},"examples":{}},
  InvalidRequest: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"parameter":{"type":"/problems/invalid-request","title":"The request is not valid","status":400,"detail":"colour: Unknown query parameter 'colour'","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a","errors":[{"parameter":"colour","detail":"Unknown query parameter 'colour'"}]}}},
  InvalidBody: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"body":{"type":"/problems/invalid-request","title":"The request is not valid","status":400,"detail":"/colour: must NOT have additional properties","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a","errors":[{"pointer":"/colour","detail":"must NOT have additional properties"}]},"parameter":{"type":"/problems/invalid-request","title":"The request is not valid","status":400,"detail":"colour: Unknown query parameter 'colour'","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a","errors":[{"parameter":"colour","detail":"Unknown query parameter 'colour'"}]}}},
  MalformedRequest: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"noHost":{"type":"/problems/malformed-request","title":"The request is malformed","status":400,"detail":"A request has exactly one Host header.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  Unauthorized: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin","WWW-Authenticate":"Bearer realm=\"plants\""},"mediaType":"application/problem+json","examples":{"noToken":{"type":"/problems/unauthorized","title":"A valid token is needed","status":401,"detail":"Send a token in the Authorization header, as Bearer <token>.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"},"badToken":{"type":"/problems/unauthorized","title":"A valid token is needed","status":401,"detail":"The token is not valid here.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"},"expiredToken":{"type":"/problems/unauthorized","title":"A valid token is needed","status":401,"detail":"The token has expired.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  Forbidden: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin","WWW-Authenticate":"Bearer realm=\"plants\""},"mediaType":"application/problem+json","examples":{"readOnlyToken":{"type":"/problems/insufficient-scope","title":"The token lacks a scope","status":403,"detail":"This operation needs a token with the scope plants:write.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  ForbiddenToRead: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin","WWW-Authenticate":"Bearer realm=\"plants\""},"mediaType":"application/problem+json","examples":{"writeOnlyToken":{"type":"/problems/insufficient-scope","title":"The token lacks a scope","status":403,"detail":"This operation needs a token with the scope plants:read.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  NotFound: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"noPlant":{"type":"/problems/not-found","title":"Not found","status":404,"detail":"You have no such plant.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  MethodNotAllowed: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin","Allow":"GET, HEAD, OPTIONS, POST"},"mediaType":"application/problem+json","examples":{"putPlants":{"type":"/problems/method-not-allowed","title":"Method not allowed","status":405,"detail":"This path has GET, HEAD, OPTIONS, POST.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  NotAcceptable: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"onlyXml":{"type":"/problems/not-acceptable","title":"Not acceptable","status":406,"detail":"This operation answers with application/json.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  RequestTimeout: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"tooSlow":{"type":"/problems/request-timeout","title":"The request took too long","status":408,"detail":"The request did not arrive in time.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  PreconditionFailed: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"changed":{"type":"/problems/precondition-failed","title":"The plant has changed","status":412,"detail":"The plant is no longer the one that If-Match names.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  ContentTooLarge: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"tooLarge":{"type":"/problems/content-too-large","title":"The request body is too large","status":413,"detail":"The request body is larger than 16384 bytes.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  UriTooLong: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"tooLong":{"type":"/problems/uri-too-long","title":"The address is too long","status":414,"detail":"Path and query are longer than 8192 bytes.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  UnsupportedMediaType: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"text":{"type":"/problems/unsupported-media-type","title":"Unsupported media type","status":415,"detail":"Send the body as application/json, in UTF-8.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  UnsupportedPatch: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin","Accept-Patch":"application/merge-patch+json, application/json"},"mediaType":"application/problem+json","examples":{"text":{"type":"/problems/unsupported-media-type","title":"Unsupported media type","status":415,"detail":"Send the body as application/merge-patch+json or application/json, in UTF-8.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  ExpectationFailed: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"other":{"type":"/problems/expectation-failed","title":"Expectation failed","status":417,"detail":"Only 100-continue is understood in Expect.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  IdempotencyKeyReused: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"reused":{"type":"/problems/idempotency-key-reused","title":"The idempotency key was used before","status":422,"detail":"This Idempotency-Key was used for a plant with other fields.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  TooManyRequests: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin","Retry-After":"60"},"mediaType":"application/problem+json","examples":{"caller":{"type":"/problems/too-many-requests","title":"Too many requests","status":429,"detail":"Too many requests from this caller. Try again in 60 seconds.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"},"address":{"type":"/problems/too-many-requests","title":"Too many requests","status":429,"detail":"Too many requests from this address. Try again in 60 seconds.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  HeaderFieldsTooLarge: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"tooLarge":{"type":"/problems/header-fields-too-large","title":"The header fields are too large","status":431,"detail":"The head of the request is larger than 16384 bytes.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  Unavailable: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin","Retry-After":"60"},"mediaType":"application/problem+json","examples":{"issuerDown":{"type":"/problems/unavailable","title":"Not available just now","status":503,"detail":"Tokens cannot be verified just now. Try again in 5 seconds.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
  InternalError: {"headers":{"Cache-Control":"no-store","Vary":"Authorization, Origin"},"mediaType":"application/problem+json","examples":{"fault":{"type":"/problems/internal-error","title":"Internal error","status":500,"detail":"Something went wrong on our side. Quote the instance to your operator.","instance":"urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a"}}},
} satisfies Record<string, Answer>

/** By operation. */
export const takes: Record<keyof operations, Takes> = {
  listPlants: {"scopes":["plants:read"],"query":{"limit":{"type":"integer"},"cursor":{"type":"string"},"tag":{"type":"string","allowEmptyValue":true,"allowReserved":true}},"headers":["If-None-Match"],"mediaTypes":[]},
  createPlant: {"scopes":["plants:write"],"query":{},"headers":["Idempotency-Key"],"mediaTypes":["application/json"]},
  getPlant: {"scopes":["plants:read"],"query":{},"headers":["If-None-Match"],"mediaTypes":[]},
  updatePlant: {"scopes":["plants:write"],"query":{},"headers":["If-Match"],"mediaTypes":["application/merge-patch+json","application/json"]},
  deletePlant: {"scopes":["plants:write"],"query":{},"headers":["If-Match"],"mediaTypes":[]},
}

/** By operation and status. */
export const answers: Record<keyof operations, Record<number, Answer>> = {
  listPlants: {
    200: {"headers":{"Cache-Control":"private, no-cache","Vary":"Authorization, Origin","ETag":"\"WNDHo7Z6Ldjr7WGjczDOhS-xUAP\""},"mediaType":"application/json","examples":{"twoPlants":[{"id":"019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41","name":"Monstera deliciosa","tag":"Araceae","createdAt":"2025-11-20T09:00:00.000Z","updatedAt":"2025-11-20T09:00:00.000Z"},{"id":"019a9f3e-6068-7c02-9b1f-52d7e8a40c15","name":"The fern on the stairs","tag":"","createdAt":"2025-11-20T09:00:01.000Z","updatedAt":"2025-11-20T09:00:01.000Z"}],"noPlants":[]}},
    304: responses.NotModified,
    400: responses.InvalidRequest,
    401: responses.Unauthorized,
    403: responses.ForbiddenToRead,
    406: responses.NotAcceptable,
    429: responses.TooManyRequests,
    500: responses.InternalError,
    503: responses.Unavailable,
  },
  createPlant: {
    201: {"headers":{"Cache-Control":"private, no-cache","Vary":"Authorization, Origin","Location":"plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41","ETag":"\"WNDHo7Z6Ldjr7WGjczDOhS-xUAP\""},"mediaType":"application/json","examples":{"tagged":{"id":"019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41","name":"Monstera deliciosa","tag":"Araceae","createdAt":"2025-11-20T09:00:00.000Z","updatedAt":"2025-11-20T09:00:00.000Z"},"untagged":{"id":"019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41","name":"The fern on the stairs","tag":"","createdAt":"2025-11-20T09:00:00.000Z","updatedAt":"2025-11-20T09:00:00.000Z"}}},
    400: responses.InvalidBody,
    401: responses.Unauthorized,
    403: responses.Forbidden,
    406: responses.NotAcceptable,
    413: responses.ContentTooLarge,
    415: responses.UnsupportedMediaType,
    422: responses.IdempotencyKeyReused,
    429: responses.TooManyRequests,
    500: responses.InternalError,
    503: responses.Unavailable,
  },
  getPlant: {
    200: {"headers":{"Cache-Control":"private, no-cache","Vary":"Authorization, Origin","ETag":"\"WNDHo7Z6Ldjr7WGjczDOhS-xUAP\""},"mediaType":"application/json","examples":{"tagged":{"id":"019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41","name":"Monstera deliciosa","tag":"Araceae","createdAt":"2025-11-20T09:00:00.000Z","updatedAt":"2025-11-20T09:00:00.000Z"}}},
    304: responses.NotModified,
    400: responses.InvalidRequest,
    401: responses.Unauthorized,
    403: responses.ForbiddenToRead,
    404: responses.NotFound,
    406: responses.NotAcceptable,
    429: responses.TooManyRequests,
    500: responses.InternalError,
    503: responses.Unavailable,
  },
  updatePlant: {
    200: {"headers":{"Cache-Control":"private, no-cache","Vary":"Authorization, Origin","ETag":"\"WNDHo7Z6Ldjr7WGjczDOhS-xUAP\""},"mediaType":"application/json","examples":{"rename":{"id":"019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41","name":"Monstera adansonii","tag":"Araceae","createdAt":"2025-11-20T09:00:00.000Z","updatedAt":"2025-11-20T10:30:00.000Z"},"untag":{"id":"019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41","name":"Monstera deliciosa","tag":"","createdAt":"2025-11-20T09:00:00.000Z","updatedAt":"2025-11-20T10:30:00.000Z"}}},
    400: responses.InvalidBody,
    401: responses.Unauthorized,
    403: responses.Forbidden,
    404: responses.NotFound,
    406: responses.NotAcceptable,
    412: responses.PreconditionFailed,
    413: responses.ContentTooLarge,
    415: responses.UnsupportedPatch,
    429: responses.TooManyRequests,
    500: responses.InternalError,
    503: responses.Unavailable,
  },
  deletePlant: {
    204: {"headers":{"Cache-Control":"private, no-cache","Vary":"Authorization, Origin"},"examples":{}},
    400: responses.InvalidRequest,
    401: responses.Unauthorized,
    403: responses.Forbidden,
    404: responses.NotFound,
    412: responses.PreconditionFailed,
    429: responses.TooManyRequests,
    500: responses.InternalError,
    503: responses.Unavailable,
  },
}

/** What HTTP itself brings, by status: any request may get these. */
export const httpAnswers: Record<number, Answer> = {
  204: responses.Options,
  400: responses.MalformedRequest,
  404: responses.NotFound,
  405: responses.MethodNotAllowed,
  408: responses.RequestTimeout,
  414: responses.UriTooLong,
  417: responses.ExpectationFailed,
  431: responses.HeaderFieldsTooLarge,
  500: responses.InternalError,
}

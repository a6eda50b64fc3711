// The operations of a contract at run time: what a request can have, and what its responses have.

/** The methods of a path, as in `Allow`. */
export interface AllowedMethods {
  allow: string
  /** Media types of its PATCH, if that takes a body, as in `Accept-Patch`. */
  acceptPatch?: string | undefined
}

/** Paths that differ only in the names of parameters have one route. */
export interface Route extends AllowedMethods {
  segments: Segment[]
  /** operationIds by method. */
  operations: Record<string, string>
}

/** A segment of a path: a literal, a parameter, or both in one segment, such as `{id}.json`. */
export type Segment =
  | { text: string; parameter?: never; mixed?: never }
  | { parameter: string; text?: never; mixed?: never }
  | { mixed: MixedSegment; text?: never; parameter?: never }

/** Literals and parameters in turn: there is one more literal than there are parameters. */
export interface MixedSegment {
  texts: string[]
  parameters: string[]
}

export interface Operation {
  id: string
  /** Upper case. */
  method: string
  path: string
  /** Paths of its servers, without a trailing slash: a request has one of them before `path`. */
  bases: string[]
  /** Segments of `path`. */
  segments: Segment[]
  /** Absent: the operation needs no credentials. */
  security?: Security | undefined
  parameters: Record<'path' | 'query' | 'headers' | 'cookies', Record<string, ParameterData>>
  /** Query parameters with a pair for each property (form, deepObject). Those that take any name come last. */
  queryObjects: string[]
  /** Name of each header, with the lower-case name that it has in a request. */
  headerFields: [name: string, field: string][]
  /** Absent: If-Match and the other preconditions are ordinary headers. */
  evaluatesConditions?: true
  /** A repeated request with the same Idempotency-Key has no further effect. Absent: this is an ordinary header. */
  takesIdempotencyKey?: true
  /** Bodies by media type, or range such as `image/*`. Empty if the operation takes no body. */
  requestBodies: Record<string, RequestBodyData>
  /** Absent if a request without a body is valid. */
  requiresBody?: true
  /** A query, header or cookie parameter is required. */
  needsParameter?: true
  responses: ContractResponses
  /** The first documented successful response, or else the default. */
  success: ContractResponse
  /** Media types of the bodies of successful responses. */
  successMediaTypes: string[]
  /** The deprecated parts, the part with the earliest sunset first. */
  deprecatedParts: DeprecatedPart[]
}

export interface Security {
  /** Alternatives in the order in which they are tried. A request needs all credentials of one of them. */
  alternatives: CredentialData[][]
  /** Whether a request without any credential is allowed too. */
  isOptional: boolean
}

/** One credential of a request: an access token, or what the product verifies itself. */
export interface CredentialData {
  /** Name of the security scheme. */
  scheme: string
  /** `bearer` and `basic` are in the Authorization header. The other locations have an API key. */
  in: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  /** Name of the header, the query parameter or the cookie with an API key. */
  name?: string
  /** Scopes, all of which the credential must have. */
  scopes: string[]
}

export type ScalarType = 'null' | 'boolean' | 'integer' | 'number' | 'string'

/** How a parameter or a header is parsed and serialized. Without any of these members, its value is a string. */
export interface ParameterData extends ParameterStyle {
  /** Types of a scalar value. The first one that matches wins. Default: a string. */
  types?: ScalarType[]
  /** Types of the items of an array. */
  items?: ScalarType[]
  /** Types of the properties of an object, by name. */
  properties?: Record<string, ScalarType[]>
  /** Types of properties with other names. Absent: they are strings, but an exploded `form` object has none. */
  additionalProperties?: ScalarType[]
  default?: unknown
  allowEmptyValue?: boolean
  /** Set for an API key, which is not an input of the operation. */
  isCredential?: true
}

/** Syntax of a serialized parameter: read-styles.ts parses it, and write-styles.ts writes it. */
export interface ParameterStyle {
  json?: true
  prefix?: string
  /** Separator of items or properties. Default: in a query, each has a pair of its own; elsewhere, a comma. */
  separator?: string
  /** Separator of the name and the value of a property. Default: `separator`. */
  assign?: string
  /** The style deepObject: the name of a pair has the form `filter[name]`. */
  isDeepObject?: true
}

export interface RequestBodyData {
  /** The schema describes a string, so it can validate text. Otherwise nothing validates text, such as XML. */
  isString?: true
  /** Fields of a form, by name. A field that is absent here can have any text, or a file. */
  fields?: Record<string, FormFieldData>
  otherFields?: FormFieldData
}

/** How the parts of a form become the value of a field. Without any of these members, its value is a string. */
export interface FormFieldData {
  /** Type of the value, or of each item of an array. */
  type?: 'boolean' | 'integer' | 'number'
  isJson?: true
  isFile?: true
  /** Media types of a file. */
  mediaTypes?: string[]
  isArray?: true
  /** Separator of the items of an array in one part, as in a parameter. Absent: each item is a part. */
  separator?: string
}

export interface DeprecatedPart {
  /** Location of the part. Absent if the whole operation is deprecated. */
  in?: 'query' | 'headers' | 'cookies' | 'body'
  name?: string
  headers: { Deprecation: string; Sunset: string }
}

/** Responses by status, by a range such as `4XX`, or `default`. */
export type ContractResponses = Record<string, ContractResponse>

export interface ContractResponse {
  /** Component in the contract, such as `NotFound`, or operationId and status, such as listRooms200. */
  name: string
  /** The lowest status of a range. For a default: 500, or 200 if the operation documents no successful response. */
  status: number
  headers: ResponseHeader[]
  /** Documented bodies; a result without a media type has the first one. Empty if the response has no body. */
  bodies: ResponseBody[]
  /** Types of its problems. */
  problemTypes: string[]
}

export interface ResponseHeader {
  name: string
  required?: true
  constant?: string
  /** Absent for a string. */
  type?: ParameterData
  /** Validates the parsed value. */
  validate: CompiledValidator
}

export interface ResponseBody {
  /** Media type, or a range such as `image/*`, of which a response names one type. */
  mediaType: string
  kind: BodyKind
  /** The key of its compiled validator. Absent if nothing can validate it. */
  validator?: string
  /** Absent if everything in the body is declared. */
  shape?: ShapeData
}

/** `form` and `multipart` are objects of fields. Nothing validates `bytes`. */
export type BodyKind = 'json' | 'text' | 'form' | 'multipart' | 'bytes'

/** The properties that a schema declares. `null` instead of a shape: everything in the value is declared. */
export interface ShapeData {
  /** Absent for an object with any properties. */
  properties?: Record<string, ShapeData | null>
  /** Shape of properties with other names. Absent if they are not declared. */
  additionalProperties?: ShapeData | null
  items?: ShapeData | null
}

/** Compiled by Ajv. Validates a value, and fills in its defaults. */
export interface CompiledValidator {
  (value: unknown): boolean
  /** Errors of the last value, if it was not valid. */
  errors: ValidationError[]
}

/** One error, as Ajv reports it. */
export interface ValidationError {
  /** A JSON Pointer into the validated value. */
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  message: string
}

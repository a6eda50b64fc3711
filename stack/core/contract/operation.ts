// The operations of a contract at run time: what a request can have, and what its responses have.

/** The methods of a path, as the headers list them. */
export interface AllowedMethods {
  allow: string
  /** The media types of its PATCH, if it has one that takes a body. */
  acceptPatch?: string | undefined
}

/** Paths that differ only in the names of parameters have one route. */
export interface Route extends AllowedMethods {
  segments: Segment[]
  /** The ids of the operations, by method. */
  operations: Record<string, string>
}

/** A segment of a path: a literal text, a parameter, or both in one segment, such as `{id}.json`. */
export type Segment =
  | { text: string; parameter?: never; mixed?: never }
  | { parameter: string; text?: never; mixed?: never }
  | { mixed: MixedSegment; text?: never; parameter?: never }

/** A text, a parameter, a text, and so on: there is one text more than there are parameters. */
export interface MixedSegment {
  texts: string[]
  parameters: string[]
}

export interface Operation {
  id: string
  /** Upper case. */
  method: string
  path: string
  /** The paths of its servers, without a slash at the end: a request has one of them before `path`. */
  bases: string[]
  /** Segments of `path`. */
  segments: Segment[]
  /** Absent: the operation needs no credentials. */
  security?: Security | undefined
  parameters: Record<'path' | 'query' | 'headers' | 'cookies', Record<string, ParameterData>>
  /** Query parameters with a pair for each property. Those with certain names come before those that take any name. */
  queryObjects: string[]
  /** The name of each header with its lower-case form, by which a request has it. */
  headerFields: [name: string, field: string][]
  /** Absent: If-Match, If-None-Match and the like have no meaning of their own. */
  evaluatesConditions?: true
  /** A creation keeps its Idempotency-Key. Absent: this header has no meaning of its own. */
  takesIdempotencyKey?: true
  /** Bodies by media type, or range such as `image/*`. Empty if the operation takes no body. */
  requestBodies: Record<string, RequestBodyData>
  /** Absent if a request without a body is valid. */
  requiresBody?: true
  /** A request needs a parameter in its query, its headers or its cookies. */
  needsParameter?: true
  responses: ContractResponses
  /** The first documented success, or else the default. */
  success: ContractResponse
  /** The media types of a success that has a body. */
  successMediaTypes: string[]
  /** The deprecated parts, the part with the earliest sunset first. */
  deprecatedParts: DeprecatedPart[]
}

export interface Security {
  /** Tried in this order. A request needs all credentials of one of them. */
  alternatives: CredentialData[][]
  /** A request without any credential is allowed, too. */
  isOptional: boolean
}

/** One credential of a request: an access token, or what the product verifies itself. */
export interface CredentialData {
  scheme: string
  /** `bearer` and `basic` are in the Authorization header. The other locations have an API key. */
  in: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  /** Name of the header, the query parameter or the cookie with an API key. */
  name?: string
  /** The credential must have all of them. */
  scopes: string[]
}

export type ScalarType = 'null' | 'boolean' | 'integer' | 'number' | 'string'

/** How the text of a parameter or a header becomes its value, and back. Without any of these members, it is a string. */
export interface ParameterData extends ParameterStyle {
  /** Types of a value that is neither an array nor an object. The first one that the text fits counts. Default: a string. */
  types?: ScalarType[]
  /** Types of the items of an array. */
  items?: ScalarType[]
  /** Types of the properties of an object, by name. */
  properties?: Record<string, ScalarType[]>
  /** Types of properties with other names. Absent: they are strings, and have no pairs of their own in a query. */
  others?: ScalarType[]
  default?: unknown
  allowEmptyValue?: boolean
  /** Set for an API key, which is not an input of the operation. */
  isCredential?: true
}

/** What the text of a parameter has besides its values: read-styles.ts reads it, and write-styles.ts writes it. */
export interface ParameterStyle {
  json?: true
  /** What the text begins with. */
  prefix?: string
  /** Between items, and between properties. Default: in a query, each has a pair of its own; elsewhere, a comma. */
  separator?: string
  /** Between the name and the value of a property. Default: the separator. */
  assign?: string
  /** The pair of a property is named after the parameter too: `filter[name]`. */
  brackets?: true
}

export interface RequestBodyData {
  /** The schema describes a string: it can validate a text. Otherwise nothing validates a text, such as XML. */
  isString?: true
  /** Fields of a form, by name. A field without data can have any text, or a file. */
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
  /** Between the items of an array in one text, as in a parameter. Absent: each item is a part. */
  separator?: string
}

export interface DeprecatedPart {
  /** The group of inputs that has the part. Absent if the whole operation is deprecated. */
  in?: 'query' | 'headers' | 'cookies' | 'body'
  name?: string
  headers: { Deprecation: string; Sunset: string }
}

/** Responses by status, by a range such as `4XX`, or `default`. */
export type ContractResponses = Record<string, ContractResponse>

export interface ContractResponse {
  /** The component in the contract, such as `NotFound`, or the operation and the status, such as listRooms200. */
  name: string
  /** The lowest status of a range. For a default: 500, or 200 if the operation documents no other success. */
  status: number
  headers: ResponseHeader[]
  /** A response that names no media type has the first body. Empty if the response has no body. */
  bodies: ResponseBody[]
  /** The types of its problems. */
  problemTypes: string[]
}

export interface ResponseHeader {
  name: string
  required?: true
  constant?: string
  /** Absent for a string. */
  type?: ParameterData
  /** A value has the type of the schema. */
  validate: CompiledValidator
}

export interface ResponseBody {
  /** Media type, or a range such as `image/*`, for which a response names its own. */
  mediaType: string
  kind: BodyKind
  /** The key of its compiled validator. Absent if nothing can validate it. */
  validator?: string
  /** Absent if everything in the body is declared. */
  shape?: ShapeData
}

/** `form` and `multipart` are objects of fields. Nothing can check what is in `bytes`. */
export type BodyKind = 'json' | 'text' | 'form' | 'multipart' | 'bytes'

/** The properties that a schema declares. Everything in a value whose shape is `null` is declared. */
export interface ShapeData {
  /** Absent for an object with any properties. */
  properties?: Record<string, ShapeData | null>
  /** Shape of properties with other names. Absent if they are not declared. */
  others?: ShapeData | null
  items?: ShapeData | null
}

/** Compiled by Ajv. Validates a value, and fills in its defaults. */
export interface CompiledValidator {
  (value: unknown): boolean
  /** Errors of the last value, if it is not valid. */
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

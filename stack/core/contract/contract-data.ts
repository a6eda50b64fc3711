// The contract as data: what `make generate` writes to generated/, and what the stack compiles at its start.

import type { CollectionData, ShapeData } from './collection-data.ts'

export type * from './collection-data.ts'

export interface ContractData {
  /** The path of the first server, such as `/v1`; empty if the server has none. A base URL without a path gets it. */
  basePath: string
  product: Product
  limits: Limits
  /** Names of headers that scripts of other origins can read. */
  exposedHeaders: string[]
  operations: OperationData[]
  /** By the component in the contract, such as `NotFound`, or by operation and status, such as `listRooms200`. */
  responses: Record<string, ResponseData>
  /** Responses that any request can get, by status; the value is a key of the responses. */
  httpResponses: Record<string, string>
  /** By the component of the header, or by response and header. A value has the type of its schema. */
  headerValidators: Record<string, CompiledValidator>
  collections: CollectionData[]
  standardOperations: readonly string[]
  /** By the operation that is standard with an adapter: the query parameters that the adapter must replace. */
  adaptedParameters: Record<string, readonly string[]>
  examples: Record<string, ExampleData>
  /** By the operation with the conditions. */
  conditionSubjects: Record<string, ConditionSubject>
}

/** What only a process of Node needs of a contract. */
export interface ServerData {
  validators: CompiledValidators
  /** The folder of the documents: openapi.json, openapi.yaml, openapi-3.0.json, docs.md, docs.html. */
  documents: URL
}

/** What `make generate` compiles with express-openapi-validator. */
export interface CompiledValidators {
  /** By the key of the library: method, path and media type. */
  parameterValidators: Record<string, CompiledValidator>
  bodyValidators: Record<string, CompiledValidator>
  /** Of response bodies, by `BodyData.validator`. */
  responseValidators: Record<string, CompiledValidator>
  /** SHA-256 of the version of the stack and of the code of the response validators, which has the formats. */
  digest: string
}

/** Compiled by Ajv. Validates a value, and fills in its defaults. */
export interface CompiledValidator {
  (value: unknown): boolean
  /** Of the last value, if it is not valid. */
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

export interface Product {
  title: string
  version: string
  /** The start of package names, commands and URNs. */
  name: string
  /** The start of the names of metrics and of the database file, and the realm in `WWW-Authenticate` (RFC 6750, 3). */
  shortName: string
}

export interface Limits {
  bodyBytes: number
  headBytes: number
  targetBytes: number
  contentTypeBytes: number
  bodyChunks: number
  bodyLevels: number
  idempotencyKeyHours: number
}

export interface ExampleData {
  /** Values of the required headers that the contract leaves open, but for Request-Id. */
  headers: Record<string, string>
  /** Documented bodies, by name. */
  bodies: Record<string, unknown>
  /** A body of a response whose examples have no names, or that has none. */
  sample?: unknown
}

export interface OperationData {
  id: string
  /** Upper case. */
  method: string
  path: string
  /** The paths of its servers, without a slash at the end. Default: an empty one. */
  bases?: string[]
  /** A request needs all credentials of one of these alternatives. Absent: the operation needs none. */
  security?: CredentialData[][]
  parameters: Record<'path' | 'query' | 'headers' | 'cookies', Record<string, ParameterData>>
  /** Absent: If-Match, If-None-Match and the like have no meaning of their own. */
  evaluatesConditions?: true
  /** A creation keeps its Idempotency-Key. Absent: this header has no meaning of its own. */
  keepsKey?: true
  /** By media type, or range such as `image/*`. Empty if the operation takes no body. */
  requestBodies: Record<string, RequestBodyData>
  /** Absent if a request without a body is valid. */
  requiresBody?: true
  /** A request needs a parameter in its query, its headers or its cookies. */
  needsParameter?: true
  /** By status, by a range such as `4XX`, or `default`; the value is a key of the responses. */
  responses: Record<string, string>
  /** The deprecated parts, the part with the earliest sunset first. */
  deprecatedParts: DeprecatedPart[]
}

/** One credential of a request: an access token, or what the product verifies itself. */
export interface CredentialData {
  scheme: string
  /** `bearer` and `basic` are in the Authorization header. The other places have an API key. */
  in: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  /** Of the header, the query parameter or the cookie with an API key. */
  name?: string
  /** The credential must have all of them. */
  scopes: string[]
}

export type ScalarType = 'null' | 'boolean' | 'integer' | 'number' | 'string'

/** How the text of a parameter or a header becomes its value, and back. Without any of these members, it is a string. */
export interface ParameterData extends ParameterStyle {
  /** Of a value that is neither an array nor an object. The first one that the text fits counts. Default: a string. */
  types?: ScalarType[]
  /** Of the items of an array. */
  items?: ScalarType[]
  /** Of the properties of an object, by name. */
  properties?: Record<string, ScalarType[]>
  /** Of properties with other names. Absent: they are strings, and have no pairs of their own in a query. */
  others?: ScalarType[]
  default?: unknown
  allowEmptyValue?: boolean
  /** It has an API key, and is not an input of the operation. */
  isCredential?: true
}

/** What the text of a parameter has beside its values: read-styles.ts reads it, and write-styles.ts writes it. */
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
  /** Of a form, by name. A field without data can have any text, or a file. */
  fields?: Record<string, FormFieldData>
  otherFields?: FormFieldData
}

/** How the parts of a form become the value of a field. Without any of these members, its value is a string. */
export interface FormFieldData {
  /** Of the value, or of each item of an array. */
  type?: 'boolean' | 'integer' | 'number'
  isJson?: true
  isFile?: true
  /** Of a file. */
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

export interface ResponseData {
  /** `type`: absent for a string. */
  headers: Record<string, { validator: string; required?: true; type?: ParameterData; constant?: string }>
  /** By media type. The first is that of a response that names none. Absent if the response has no body. */
  bodies?: Record<string, BodyData>
  problem?: ProblemData
  /** Problems with the same status. */
  otherProblems?: ProblemData[]
}

export interface ProblemData {
  type: string
  title: string
  status: number
  /** What it means and what to do about it. */
  help: string
}

export interface BodyData {
  /** The key of its compiled validator. Absent if nothing can validate it. */
  validator?: string
  /** Absent if everything in the body is declared. */
  shape?: ShapeData
}

/** One field to fix. `detail` goes on after the name of the field, such as `is required`. */
export type FieldError = FieldName & { detail: string }

/** The field of a request. `pointer`: a JSON Pointer into the body (RFC 6901), empty for the whole body. */
export type FieldName =
  | { pointer: string; parameter?: never; header?: never }
  | { parameter: string; pointer?: never; header?: never }
  | { header: string; pointer?: never; parameter?: never }

/** What the conditions of an operation refer to (RFC 9110, 13.1): what GET returns at its path. */
export interface ConditionSubject {
  /** The path of the collection. */
  collection: string
  /** The parameter of the path that names the item. Absent for the list of the collection. */
  parameter?: string
  /** The GET at the path. Absent if the contract has none: then conditions refer to the item itself. */
  read?: string
}

// The contract at run time: what `make generate` writes to generated/, and what the pipeline reads. It is data but for the
// validators. Everything that works for any contract gets it as an argument.

import type { Collection } from './collection.ts'
import type { AllowedMethods, CompiledValidator, ContractResponses, Operation, Route } from './operation.ts'

export type * from './collection.ts'
export type * from './operation.ts'

export interface Contract {
  /** The path of the first server, such as `/v1`; empty if the server has none. A base URL without a path gets it. */
  basePath: string
  product: Product
  limits: Limits
  /** Names of headers that scripts of other origins can read. */
  exposedHeaders: string[]
  /** Every scope that an operation requires. */
  scopes: string[]
  operations: Record<string, Operation>
  /** Routes in the order in which they are tried. */
  routes: Route[]
  /** Methods of all paths (RFC 9110, 9.3.7: `OPTIONS *`). */
  allMethods: AllowedMethods
  /** Responses that any request can get, whatever its operation. */
  httpResponses: ContractResponses
  problemKinds: ProblemKind[]
  collections: Collection[]
  standardOperations: readonly string[]
  /** Query parameters that an adapter must replace, by the operation that is standard with it. */
  adaptedParameters: Record<string, readonly string[]>
  /** Examples by the name of the response. */
  examples: Record<string, ExampleData>
  /** Subjects by the operation with the conditions. */
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
  /** Validators by the key of the library: method, path and media type. */
  parameterValidators: Record<string, CompiledValidator>
  bodyValidators: Record<string, CompiledValidator>
  /** Validators of response bodies, by `ResponseBody.validator`. */
  responseValidators: Record<string, CompiledValidator>
  /** SHA-256 of the version of the stack and of the code of the response validators, which has the formats. */
  digest: string
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

/** A response in problem+json fixes its type, title and status. */
export interface ProblemKind {
  /** The last part of the type. */
  name: string
  type: string
  title: string
  status: number
  /** What it means and what to do about it. */
  help: string
}

/** One field to fix. `detail` continues the sentence that starts with the name of the field, such as `is required`. */
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

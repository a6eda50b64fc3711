// The contract at run time: what `make generate` writes to generated/, and what the pipeline reads. Everything in it
// except the validators is data. Code that works for any contract gets it as an argument.

import type { Collection } from './collection.ts'
import type { AllowedMethods, CompiledValidator, ContractResponses, Operation, Route } from './operation.ts'

export type * from './collection.ts'
export type * from './operation.ts'

export interface Contract {
  /** Path of the first server, such as `/v1`, or empty. It is appended to a base URL without a path. */
  basePath: string
  product: Product
  limits: Limits
  /** Header names for Access-Control-Expose-Headers. */
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
  /** Query parameters that an adapter must map, by operationId of the list that is a standard method with it. */
  adaptedParameters: Record<string, readonly string[]>
  /** Examples by the name of the response. */
  examples: Record<string, ExampleData>
  /** Subjects of preconditions, by operationId. */
  conditionSubjects: Record<string, ConditionSubject>
}

/** Validators and documents of a contract, which a Node.js process loads besides its data. */
export interface ServerData {
  validators: CompiledValidators
  /** Folder of openapi.json, openapi.yaml, openapi-3.0.json, docs.md, docs.html. */
  documents: URL
}

/** Validators that `make generate` compiles with express-openapi-validator. */
export interface CompiledValidators {
  /** Request validators by the key of express-openapi-validator: method, path and media type. */
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
  /** Prefix of package names, commands and URNs. */
  name: string
  /** Prefix of the names of metrics and of the database file, and the realm in `WWW-Authenticate` (RFC 6750, 3). */
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
  /** Values of the required headers that are not constant in the contract, except Request-Id. */
  headers: Record<string, string>
  /** Documented bodies, by name. */
  bodies: Record<string, unknown>
  /** Body of a response without named examples. */
  sample?: unknown
}

/** One kind of problem, with a constant type, title and status. */
export interface ProblemKind {
  /** The last part of `type`. */
  name: string
  type: string
  title: string
  status: number
  /** What it means and what to do about it. */
  help: string
}

/** One field to fix. `detail` continues the sentence that starts with the name of the field, such as `is required`. */
export type FieldError = FieldName & { detail: string }

/** Name of a field of a request. `pointer`: a JSON Pointer into the body (RFC 6901), empty for the whole body. */
export type FieldName =
  | { pointer: string; parameter?: never; header?: never }
  | { parameter: string; pointer?: never; header?: never }
  | { header: string; pointer?: never; parameter?: never }

/** What the preconditions of an operation refer to (RFC 9110, 13.1): what GET returns at its path. */
export interface ConditionSubject {
  /** Path of the collection. */
  collection: string
  /** Path parameter that identifies the item. Absent for the list of the collection. */
  parameter?: string
  /** operationId of the GET at the path. Absent if there is none: then preconditions refer to the item itself. */
  read?: string
}

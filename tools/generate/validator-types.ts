// The declarations of the compiled validators. They are the same for every contract.

const validator = `
import type { Validator } from './request-validators.js'
`

export const validatorTypes = {
  request: `
/** One error, as ajv reports it. */
export interface ValidationError {
  /** A JSON Pointer into the validated value. */
  instancePath: string
  keyword: string
  params: Record<string, unknown>
  message: string
}

/** Validates a value, and fills in its defaults. */
export interface Validator {
  (value: unknown): boolean
  /** Of the last value, if it is not valid. */
  errors: ValidationError[]
}

/** Keyed by \`operationId\`: validates \`{ path, query, headers }\`; the validator of the body has the suffix \`Body\`. */
export declare const requestValidators: Record<string, Validator>
`,

  response: `${validator}
/** Of response bodies, by the name of the response. */
export declare const responseValidators: Record<string, Validator>
`,

  header: `${validator}
/** Of a header: a number if its schema is one, otherwise text. By the header component, or by response and header. */
export declare const headerValidators: Record<string, Validator>
`,

  openapi: `${validator}
/** The operations, by \`operationId\`, as far as express-openapi-validator reads them for each request. */
export declare const operations: Record<string, object>

/** By the key of express-openapi-validator: method, path and media type. */
export declare const parameterValidators: Record<string, Validator>
export declare const bodyValidators: Record<string, Validator>

/** Of response bodies, by the name of the response. */
export declare const responseValidators: Record<string, Validator>
`,
}

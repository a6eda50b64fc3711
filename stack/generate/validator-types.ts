// The declarations of the compiled validators. They are the same for every contract.

const validator = `
import type { CompiledValidator } from 'contract-stack/contract-data'
`

export const validatorTypes = {
  request: `${validator}
/** Keyed by \`operationId\`: validates \`{ path, query, headers }\`; the validator of the body has the suffix \`Body\`. */
export declare const requestValidators: Record<string, CompiledValidator>
`,

  response: `${validator}
/** Of response bodies, by the name of the response. */
export declare const responseValidators: Record<string, CompiledValidator>
`,

  header: `${validator}
/** Of a header: a number if its schema is one, otherwise text. By the header component, or by response and header. */
export declare const headerValidators: Record<string, CompiledValidator>
`,

  openapi: `
import type { ServerValidators } from 'contract-stack/contract-data'

export declare const operations: ServerValidators['operations']
export declare const parameterValidators: ServerValidators['parameterValidators']
export declare const bodyValidators: ServerValidators['bodyValidators']
export declare const responseValidators: ServerValidators['responseValidators']
`,
}

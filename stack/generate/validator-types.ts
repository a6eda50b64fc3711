// The declarations of the compiled validators. They are the same for every contract.

export const validatorTypes = {
  header: `
import type { CompiledValidator } from 'contract-stack/contract-data'

/** Of a header: a number if its schema is one, otherwise text. By the header component, or by response and header. */
export declare const headerValidators: Record<string, CompiledValidator>
`,

  openapi: `
import type { CompiledValidators } from 'contract-stack/contract-data'

export declare const operations: CompiledValidators['operations']
export declare const parameterValidators: CompiledValidators['parameterValidators']
export declare const bodyValidators: CompiledValidators['bodyValidators']
export declare const responseValidators: CompiledValidators['responseValidators']
`,
}

// Finds what the contract documents about a response.
import type { ContractResponse, ContractResponses } from './contract.ts'

/** Returns the response of a status: by the status, by its range, or the default. */
export function getResponse(responses: ContractResponses, status: number): ContractResponse | undefined {
  return responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default
}

/** Whether the contract documents a header of the response. */
export function hasHeader(response: ContractResponse | undefined, name: string): boolean {
  return response?.headers.some((header) => header.name === name) === true
}

// generated/examples.ts: the documented examples of every response, for mocks.

import type { Contract, Header, Response, Schema } from './contract.ts'

const head = `
export interface ResponseExamples {
  /** Values of the required headers that the contract leaves open, but for Request-Id. */
  headers: Record<string, string>
  /** Documented bodies, by name. */
  bodies: Record<string, unknown>
}

/** By the name of the response. */
export const examples: Record<string, ResponseExamples> = {
`

export function examples(contract: Contract): string {
  const entries = [...contract.responses].map(
    ([name, response]) => `  ${name}: ${JSON.stringify(examplesOf(contract, response))},\n`,
  )
  return `${head}${entries.join('')}}\n`
}

function examplesOf(contract: Contract, { headers = {}, content = {} }: Response) {
  const open = Object.entries(headers).flatMap(([name, reference]) => {
    const { required, schema, example } = contract.resolve<Header>(reference)
    const isOpen = required && name !== 'Request-Id' && contract.resolve<Schema>(schema).const === undefined
    return isOpen ? [[name, String(example)] as const] : []
  })
  const bodies = Object.values(content).flatMap(({ examples = {} }) => Object.entries(examples))
  return {
    headers: Object.fromEntries(open),
    bodies: Object.fromEntries(bodies.map(([name, example]) => [name, contract.resolve(example).value])),
  }
}

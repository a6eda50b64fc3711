// generated/examples.ts: the documented examples of every response, for mocks.

import { literal, property } from './code.ts'
import type { Contract, ResponseEntry } from './contract.ts'

const head = `
import type { ExampleData } from 'contract-stack/contract-data'

/** By the name of the response. */
export const examples: Record<string, ExampleData> = {
`

export function examples(contract: Contract): string {
  const entries = [...contract.responses].map(
    ([name, response]) => `  ${property(name)}: ${literal(examplesOf(contract, response))},\n`,
  )
  return `${head}${entries.join('')}}\n`
}

function examplesOf(contract: Contract, { response, headers }: ResponseEntry) {
  const open = headers.filter(({ name, required, schema }) => {
    return required && name !== 'Request-Id' && contract.wholeSchema(schema).const === undefined
  })
  const bodies = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.entries(examples))
  return {
    headers: Object.fromEntries(open.map(({ name, example }) => [name, String(example)])),
    bodies: Object.fromEntries(bodies.map(([name, example]) => [name, contract.resolve(example).value])),
  }
}

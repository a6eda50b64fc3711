// generated/examples.ts: the documented examples of every response, for mocks.

import { bodyKind } from '../core/contract/media-types.ts'
import { errorOf } from './checks/values.ts'
import { literal, property } from './code.ts'
import type { Contract, ResponseEntry } from './contract.ts'
import { bodiesOf } from './response-bodies.ts'
import { sampleOf } from './sample.ts'

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

function examplesOf(contract: Contract, entry: ResponseEntry) {
  const { response, headers } = entry
  const open = headers.filter(({ name, required, schema }) => {
    return required && name !== 'Request-Id' && contract.wholeSchema(schema).const === undefined
  })
  // A mock would return 500 for an example that its schema refuses.
  const bodies = Object.values(response.content ?? {}).flatMap(({ schema, examples = {} }) =>
    Object.entries(examples)
      .map(([name, example]) => [name, contract.resolve(example).value] as const)
      .filter(([, value]) => schema === undefined || errorOf(contract, schema, value) === undefined),
  )
  const sample = bodies.length === 0 ? sampleBody(contract, entry) : undefined
  return {
    headers: Object.fromEntries(open.map((one) => [one.name, headerText(contract, one)])),
    bodies: Object.fromEntries(bodies),
    ...(sample !== undefined && { sample }),
  }
}

/** The example without a name, or else a valid value of a body that a validator checks. */
function sampleBody(contract: Contract, entry: ResponseEntry): unknown {
  const [body] = bodiesOf(contract, entry)
  if (body === undefined) return undefined
  const { example } = entry.response.content?.[body.mediaType] ?? {}
  const isValid = body.schema === undefined || errorOf(contract, body.schema, example) === undefined
  if (example !== undefined && isValid) return example
  if (body.validator !== undefined) return sampleOf(contract, body.schema)
  return bodyKind(body.mediaType) === 'json' ? undefined : 'text'
}

function headerText(contract: Contract, { example, schema }: ResponseEntry['headers'][number]): string {
  return String(example ?? sampleOf(contract, schema) ?? '')
}

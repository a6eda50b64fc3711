// The code samples of the docs page with the documented responses, read from the definition that the page contains.
import { readFileSync } from 'node:fs'

export interface Sample {
  operationId: string
  lang: string
  source: string
  /** The body of the documented example; the status if there is no body. */
  documented: unknown
}

interface Definition {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation | unknown[]>>
  components: { examples: Record<string, { value: unknown }> }
}

interface Operation {
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  'x-codeSamples'?: { lang: string; source: string }[]
}

type Content = Record<string, { examples: Record<string, { $ref: string }> }>

const page = readFileSync(new URL('../../generated/docs.html', import.meta.url), 'utf8')
const [, embedded = ''] = /^ *const __redoc_definition = (.*);$/m.exec(page) ?? []
const definition: Definition = JSON.parse(embedded)

/** With the address of the contract, as in a file. */
export const samples: Sample[] = Object.values(definition.paths)
  .flatMap((item) => Object.values(item))
  .flatMap((operation) => (Array.isArray(operation) ? [] : operation)) // parameters that operations of a path share
  .flatMap((operation) =>
    (operation['x-codeSamples'] ?? []).map(({ lang, source }) => {
      return { operationId: operation.operationId, lang, source, documented: documentedResponse(operation) }
    }),
  )

/** The same sample in the page of a service. */
export function sampleAt(address: string, sample: Sample): Sample {
  return { ...sample, source: sample.source.replaceAll(definition.servers[0]?.url ?? '', address) }
}

/** The value of an example of the components. */
export function example(name: string): unknown {
  return definition.components.examples[name]?.value
}

// Redoc shows the first example. The examples of a request and of its response have the same name.
function documentedResponse({ requestBody, responses }: Operation): unknown {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const received = firstExamples(response?.content)
  if (received === undefined) return Number(status)
  const [name = ''] = Object.keys(firstExamples(requestBody?.content) ?? received)
  return example(received[name]?.$ref.split('/').at(-1) ?? '')
}

function firstExamples(content: Content = {}) {
  return Object.values(content)[0]?.examples
}

// The samples that the page of docs shows, with what it says is answered: read off the definition within the page
// itself, the file that people open.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/folder.ts'

export interface Sample {
  operationId: string
  lang: string
  source: string
  /** The body of the documented example; where there is none, the status. */
  documented: unknown
}

interface Definition {
  info: { description: string }
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

const page = readFileSync(join(root, 'generated/docs.html'), 'utf8')
const definition: Definition = embedded('__redoc_definition')
const options: { codeSamples: { languages: { lang: string }[] } } = embedded('__redoc_options')

/** In Markdown, as Redoc is given it. */
export const { description } = definition.info

/** Those that Redoc lets its reader choose from; what has none of them is not shown. */
export const languages = options.codeSamples.languages.map(({ lang }) => lang)

export const samples: Sample[] = Object.values(definition.paths)
  .flatMap((item) => Object.values(item))
  .flatMap((operation) => (Array.isArray(operation) ? [] : operation)) // parameters that a path's operations share
  .flatMap((operation) =>
    (operation['x-codeSamples'] ?? []).map(({ lang, source }) => {
      return { operationId: operation.operationId, lang, source, documented: documentedAnswer(operation) }
    }),
  )

/** @param name Of an example of the components. */
export function example(name: string): unknown {
  return definition.components.examples[name]?.value
}

// Redoc shows the first example; of a request and of its answer they belong together, and have one name.
function documentedAnswer({ requestBody, responses }: Operation): unknown {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const answered = firstExamples(answer?.content)
  if (answered === undefined) return Number(status)
  const sent = firstExamples(requestBody?.content) ?? answered
  const [name = ''] = Object.keys(sent)
  return example(answered[name]?.$ref.split('/').at(-1) ?? '')
}

function firstExamples(content: Content = {}) {
  return Object.values(content)[0]?.examples
}

function embedded(name: string) {
  const text = new RegExp(`^ *const ${name} = (.*);$`, 'm').exec(page)?.[1]
  if (text === undefined) throw new Error(`Where in the page of docs is ${name}? Redocly must have changed it.`)
  return JSON.parse(text)
}

// Prepares the contract for the docs page: adds code samples and forms, and one text of all chapters and workflows.

import { type CodeSample, codeSamples, type ExampleCall } from './code-samples.ts'
import type { Contract, Examples, Operation } from './contract.ts'
import { readDescribedContract } from './deprecations.ts'
import { unwrapped } from './unwrapped.ts'
import { workflowsChapter } from './workflows-chapter.ts'

/** The parts of the document that the docs page changes. */
interface DocsDocument {
  info: { description: string }
  paths: Record<string, Record<string, DocsOperation | undefined>>
}

interface DocsOperation {
  tags?: unknown
  description: string
  'x-codeSamples'?: CodeSample[]
}

/** @returns The contract as JSON. */
export async function docsContract(path: string): Promise<string> {
  const contract = await readDescribedContract(path)
  // The same document, with the fields that are only for the docs.
  const document = contract.document as unknown as DocsDocument
  const texts = chapters(contract).map(({ name, description }) => `# ${name}\n\n${description}`)
  for (const operation of contract.operations) {
    const shown = document.paths[operation.path]?.[operation.method]
    if (shown === undefined) continue
    delete shown.tags
    shown.description += `\n\n<try-it operation="${operation.id}"></try-it>`
    shown['x-codeSamples'] = codeSamples(exampleCall(contract, operation))
  }
  document.info.description = [document.info.description, ...texts, await workflowsChapter()].join('\n\n')
  // The script of the page replaces the first server by the one that shows the page.
  const servers = contract.document.servers.slice(0, 1)
  // Redoc hides the operations of a tag behind a button. Without tags it shows all operations.
  return JSON.stringify({ ...document, servers, tags: [] }, (key, value) =>
    key === 'description' && typeof value === 'string' ? unwrapped(value) : value,
  )
}

/** The tags that no operation has: chapters for readers. */
export function chapters({ document }: Contract): Contract['document']['tags'] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const used = new Set(operations.flatMap((one) => ('tags' in one ? one.tags : [])))
  return document.tags.filter(({ name }) => !used.has(name))
}

/** The call of the code samples. */
export function exampleCall(contract: Contract, operation: Operation): ExampleCall {
  const { id, method, path, parameters, requestBody, responses } = operation
  const [body] = Object.entries(requestBody?.content ?? {})
  const success = responses.find(({ status }) => status >= 200 && status < 300)
  return {
    address: contract.document.servers[0]?.url ?? '',
    operationId: id,
    method,
    path,
    parameters: parameters
      .filter((one) => one.required)
      .map(({ name, in: group, examples }) => {
        return { name, in: group, value: firstExample(contract, examples, `${id}, ${name}`) }
      }),
    ...(body && { body: { mediaType: body[0], value: firstExample(contract, body[1].examples, id) } }),
    hasResponseBody: success?.response.content !== undefined,
  }
}

function firstExample(contract: Contract, examples: Examples = {}, owner: string): unknown {
  const [first] = Object.values(examples)
  if (first === undefined)
    throw new Error(`The code samples of the docs need an example for ${owner}. Add one to the contract.`)
  return contract.resolve(first).value
}

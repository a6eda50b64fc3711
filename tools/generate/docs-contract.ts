// Prepares the contract for the docs page: adds code samples and forms, and one text of all chapters and workflows.

import { codeSamples, exampleCall } from './code-samples.ts'
import type { Contract } from './contract.ts'
import { responseHeaders, responseList, schemaSections } from './docs-reference.ts'
import { chapters, describeForReaders } from './docs-source.ts'
import { redocMarkdown } from './redoc-markdown.ts'
import { unwrapped } from './unwrapped.ts'
import { readWorkflows, workflowLinks, workflowsChapter } from './workflows-chapter.ts'

/** @returns The contract as JSON. */
export async function docsContract(original: Contract): Promise<string> {
  const contract = describeForReaders(original)
  const workflows = await readWorkflows()
  const toRedoc = redocMarkdown(contract, workflows)
  const { document } = contract
  const texts = chapters(contract).map(({ name, description }) => `# ${name}\n\n${description}`)
  for (const operation of contract.operations) {
    const shown = document.paths[operation.path]?.[operation.method]
    if (shown === undefined) continue
    delete shown.tags
    shown.description = [
      shown.description,
      workflowLinks(workflows, operation.id),
      `<try-it operation="${operation.id}"></try-it>`,
      // Redoc shows one response at a time. This has all of them, and is open on paper.
      `<details><summary>All responses</summary>\n\n${responseList(operation)}\n\n</details>`,
    ].join('\n\n')
    shown['x-codeSamples'] = codeSamples(exampleCall(contract, operation))
  }
  document.info.description = [document.info.description ?? '', ...texts, workflowsChapter(workflows, contract)].join(
    '\n\n',
  )
  // The script of the page replaces the first server by the one that shows the page.
  const servers = document.servers.slice(0, 1)
  const tags = [
    // Redoc hides the operations of a tag behind a button. Without tags, they have the tag ''. Here it comes first.
    { name: '' },
    { name: 'Response headers', description: responseHeaders(contract) },
    { name: 'Schemas', description: schemaSections(contract).join('\n\n') },
  ]
  return JSON.stringify({ ...document, servers, tags }, (key, value) =>
    key === 'description' && typeof value === 'string' ? unwrapped(toRedoc(value)) : value,
  )
}

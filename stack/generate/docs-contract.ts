// Prepares the contract for Redoc: adds places for our forms, and one text of all chapters and workflows.

import { markdownText } from './code.ts'
import { toNode } from './complete/node.ts'
import type { Contract } from './contract.ts'
import { responseHeaders, responseList, schemaSections } from './docs-reference.ts'
import {
  anchor,
  bodyLimit,
  chapters,
  describeForReaders,
  readWorkflows,
  unwrapped,
  type Workflows,
  workflowLinks,
  workflowsChapter,
} from './docs-source.ts'

/** @returns The contract as JSON. */
export function docsContract(original: Contract): string {
  const contract = describeForReaders(original)
  const workflows = readWorkflows()
  const toRedoc = redocMarkdown(contract, workflows)
  const { document } = contract
  const texts = chapters(contract, original).map(({ name, description }) => `# ${markdownText(name)}\n\n${description}`)
  for (const operation of contract.operations) {
    const shown = document.paths[operation.path]?.[operation.method]
    if (shown === undefined) continue
    delete shown.tags
    delete shown.servers
    delete toNode(document.paths[operation.path]).servers
    shown.description = [
      shown.description,
      bodyLimit(contract, operation),
      workflowLinks(workflows, operation.id),
      `<try-it operation="${encodeURIComponent(operation.id)}"></try-it>`,
      // Redoc shows one response at a time. This has all of them, and is open on paper.
      `<details><summary>All responses</summary>\n\n${responseList(operation)}\n\n</details>`,
    ]
      .filter(Boolean)
      .join('\n\n')
  }
  for (const webhook of Object.values(toNode(toNode(document).webhooks)))
    for (const operation of Object.values(toNode(webhook))) delete toNode(operation).tags
  const parts = [document.info.description ?? '', ...texts, workflowsChapter(workflows, contract)]
  document.info.description = parts.filter(Boolean).join('\n\n')
  const tags = [
    // Redoc hides the operations of a tag behind a button. Without tags, they have the tag ''. Here it comes first.
    { name: '' },
    { name: 'Response headers', description: responseHeaders(contract) },
    { name: 'Schemas', description: schemaSections(contract).join('\n\n') },
  ]
  // The code samples have the address of the service that shows the page.
  return JSON.stringify({ ...document, 'x-product': undefined, servers: undefined, tags }, (key, value) =>
    key === 'description' && typeof value === 'string' ? unwrapped(toRedoc(value)) : value,
  )
}

/** @returns A function that replaces the anchors of docs.md, and the links to them: in Redoc, they are routes. */
function redocMarkdown({ document, operations }: Contract, { workflows }: Workflows): (text: string) => string {
  const routes = new Map([
    ['response-headers', '/response-headers'],
    ...operations.map(({ id }) => [encodeURIComponent(id), `/other/${encodeURI(id.toLowerCase())}`] as const),
    ...workflows.map(({ workflowId, summary }) => {
      return [anchor(workflowId), `/section/workflows/${summary.toLowerCase().replaceAll(' ', '-')}`] as const
    }),
    ...Object.keys(document.components.schemas).map((name) => [name, `/schemas#${schemaId(name)}`] as const),
  ])
  return (text) =>
    text
      .replace(/<a id="([\w.-]+)"><\/a>\n\n### \1$/gm, (_, name: string) => `<h3 id="${schemaId(name)}">${name}</h3>`)
      .replace(/<a id="[\w.-]+"><\/a>\n\n/g, '')
      // A contract can also have links of its own.
      .replace(/\]\(#([^\s()]+)\)/g, (link, id: string) => {
        const route = routes.get(id)
        return route === undefined ? link : `](#${route})`
      })
}

// Redoc finds an element by an address in lower case only.
function schemaId(name: string): string {
  return `schemas/${name.toLowerCase()}`
}

// Markdown of docs.md, as Redoc needs it: its links are routes, and a heading would split the text of a tag.

import type { Contract } from './contract.ts'
import { anchor, type Workflows } from './workflows-chapter.ts'

/** @returns A function that replaces the anchors of docs.md, and the links to them. */
export function redocMarkdown({ document, operations }: Contract, { workflows }: Workflows): (text: string) => string {
  const routes = new Map([
    ['response-headers', '/response-headers'],
    ...operations.map(({ id }) => [id, `/other/${id.toLowerCase()}`] as const),
    ...workflows.map(({ workflowId, summary }) => {
      return [anchor(workflowId), `/section/workflows/${summary.toLowerCase().replaceAll(' ', '-')}`] as const
    }),
    ...Object.keys(document.components.schemas).map((name) => [name, `/schemas#${schemaId(name)}`] as const),
  ])
  return (text) =>
    text
      .replace(/<a id="(\w+)"><\/a>\n\n### \1$/gm, (_, name: string) => `<h3 id="${schemaId(name)}">${name}</h3>`)
      .replace(/<a id="[\w-]+"><\/a>\n\n/g, '')
      .replace(/\]\(#([\w-]+)\)/g, (_, id: string) => {
        const route = routes.get(id)
        if (route === undefined) throw new Error(`The docs page has no section for the link to #${id}.`)
        return `](#${route})`
      })
}

// Redoc finds an element by an address in lower case only.
function schemaId(name: string): string {
  return `schemas/${name.toLowerCase()}`
}

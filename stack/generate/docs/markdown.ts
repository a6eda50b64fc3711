// The docs as Markdown, for tools and readers without a browser. The server finds the section of an operation by anchor.

import { serverOrigin } from '../../contract/model/base-paths.ts'
import type { ContractModel, OperationModel } from '../../contract/model/contract.ts'
import { toNode } from '../../contract/model/node.ts'
import { codeBlock, codeSpan, markdownText } from '../code.ts'
import { codeSamples } from './code-samples.ts'
import {
  constraints,
  describeSchema,
  headerSchema,
  responseHeaders,
  responseList,
  schemaSections,
  table,
} from './reference.ts'
import { exampleCall } from './sample-request.ts'
import { bodyLimit, docsSource, unwrap, type Workflows, workflowLinks, workflowsChapter } from './source.ts'

export function docsMarkdown(original: ContractModel): string {
  const { contract, chapters, workflows } = docsSource(original)
  const { info } = contract.document
  const address = serverOrigin(toNode(contract.document)) + contract.basePath
  const list = contract.operations.map(({ id, method, path, summary }) => {
    const anchor = encodeURIComponent(id)
    return `- [${markdownText(summary)}](#${anchor}): ${codeSpan(`${method.toUpperCase()} ${path}`)} ([alone](docs/${anchor}.md))`
  })
  const parts = [
    `# ${markdownText(`${info.title} ${info.version}`)}`,
    info.description ?? '',
    `The samples call \`${address}\`. If your service has another address, such as that of a gateway, use that one.`,
    list.join('\n'),
    ...chapters.flatMap(({ name, description }) => [`## ${markdownText(name)}`, description]),
    workflowsChapter(workflows, contract).replace(/^#/gm, '##'),
    ...contract.operations.flatMap((operation) => [
      `<a id="${encodeURIComponent(operation.id)}"></a>`,
      ...operationSection(contract, workflows, operation),
    ]),
    '<a id="response-headers"></a>',
    '## Response headers',
    responseHeaders(contract),
    '## Schemas',
    ...schemaSections(contract),
  ]
  return `${toMarkdown(parts)}\n`
}

function toMarkdown(parts: string[]): string {
  const texts = parts.map((part) => unwrap(part).trim())
  return texts.filter((text) => text !== '').join('\n\n')
}

function operationSection(contract: ContractModel, workflows: Workflows, operation: OperationModel): string[] {
  const { id, method, path, scopes, parameters, requestBody } = operation
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([mediaType, { schema = {} }]) => `- ${codeSpan(mediaType)}: ${describeSchema(schema)}`,
  )
  const rows = parameters.map((parameter) => {
    const name = `${codeSpan(parameter.name)}${parameter.required ? ' (required)' : ''}`
    const schema = parameter.in === 'header' ? headerSchema(contract, parameter.schema) : parameter.schema
    return [name, parameter.in, parameter.description, constraints(contract, schema)]
  })
  return [
    `## ${markdownText(operation.summary)}`,
    `${codeSpan(`${method.toUpperCase()} ${path}`)}, operation ${codeSpan(id)}, ${scopes.length > 0 ? `scope ${scopes.map(codeSpan).join(', ')}` : 'no scope'}`,
    operation.description,
    bodyLimit(contract, operation),
    workflowLinks(workflows, id),
    ...(bodies.length > 0
      ? [requestBody?.required ? '### Request body' : '### Request body (optional)', bodies.join('\n')]
      : []),
    '### Parameters',
    table(['Name', 'In', 'Meaning', 'Values'], rows),
    '### Responses',
    responseList(operation),
    '### Samples',
    ...codeSamples(exampleCall(contract, operation)).map(({ lang, source }) => {
      return codeBlock({ curl: 'sh', 'C#': 'csharp' }[String(lang)] ?? lang.toLowerCase(), source)
    }),
  ]
}

/** Returns what Redoc renders only with JavaScript, as sections of Markdown in HTML. The menu links to their ids. */
export function referenceWithoutScript(original: ContractModel): string {
  const { contract, workflows } = docsSource(original)
  const operations = contract.operations.map((operation) => {
    return section(
      `/other/${encodeURIComponent(operation.id).toLowerCase()}`,
      operationSection(contract, workflows, operation),
    )
  })
  const headers = section('/response-headers', ['## Response headers', responseHeaders(contract)])
  const schemas = section('/schemas', ['## Schemas', ...schemaSections(contract)])
  return [...operations, headers, schemas].join('\n')
}

function section(route: string, parts: string[]): string {
  const [heading = '', ...texts] = parts.filter((part) => !part.startsWith('<a id='))
  const title = escapeHtml(heading.replace('## ', ''))
  return `<section id="${route}">\n<h2>${title}</h2>\n<pre>${escapeHtml(toMarkdown(texts))}</pre>\n</section>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

// The source of docs.md and of the docs page: the contract with links to the pages of the problems, and the chapters.

import { existsSync } from 'node:fs'
import { type BaseSpec, baseSpecFor, type CommonResponse } from '../../contract/complete/common.ts'
import { formatSize } from '../../contract/complete/placeholders.ts'
import { problemNames } from '../../contract/model/bodies.ts'
import { ContractModel, type OperationModel } from '../../contract/model/contract.ts'
import { describeDeprecations } from '../../contract/model/deprecations.ts'
import { memoize, toNode } from '../../contract/model/node.ts'
import type { Document } from '../../contract/model/openapi.ts'
import { hasClientPackage } from '../../contract/model/product.ts'
import { getCredential, getSecuritySchemes } from '../../contract/model/security.ts'
import { readYaml } from '../../contract/read/read-yaml.ts'
import type { CredentialData } from '../../core/contract/contract.ts'
import { codeSpan } from '../code.ts'
import { hasOpenapi30 } from '../openapi-3-0.ts'
import { table } from './reference.ts'

type Chapter = Required<Document['tags'][number]>

/** The contract for readers, chapters and workflows. Callers share them, and must not change them. */
export const docsSource = memoize((original: ContractModel) => {
  const contract = describeForReaders(original)
  return { contract, chapters: chapters(contract, original), workflows: readWorkflows() }
})

/** Returns the contract with deprecations and problems in the descriptions. */
function describeForReaders(original: ContractModel): ContractModel {
  const document = structuredClone(describeDeprecations(original).document)
  const contract = new ContractModel(document, original.locate)
  // A title can be empty.
  document.info.title = document['x-product'].title
  for (const { response } of contract.responses.values()) {
    const links = problemNames(contract, response).map(problemLink)
    if (links.length > 0) response.description = `${response.description.trim()} Problem ${links.join(' or ')}.`
  }
  return contract
}

/** Returns the chapters, among them the tags that no operation has. @param contract A copy of the original for readers. */
function chapters(contract: ContractModel, original: ContractModel): Chapter[] {
  const usedTags = new Set(contract.operations.flatMap(({ tags }) => tags))
  const texts = contract.document.tags.flatMap(({ name, description }) => {
    if (usedTags.has(name) || description === undefined) return []
    // Links the problems in a table of responses, such as the `not-found` of a row with `404` `not-found`.
    const row = /^(\| `\d{3}` )`([a-z-]+)`/gm
    return { name, description: description.replace(row, (_, start, problem) => start + problemLink(problem)) }
  })
  return [
    ...texts.toSpliced(1, 0, { name: 'Authentication', description: authentication(contract) }, downloads(original)),
    { name: 'Common responses', description: commonResponses(contract) },
  ]
}

/** Returns a sentence about the size of a request body; an empty string for an operation without one. */
export function bodyLimit({ document }: ContractModel, { requestBody }: OperationModel): string {
  const size = formatSize(document['x-limits'].bodyBytes ?? 0)
  return requestBody ? `The request body has at most ${size}.` : ''
}

/** Returns a chapter with links that are relative to the docs, because the service may have a path prefix. */
function downloads(contract: ContractModel): Chapter {
  const { document } = contract
  const openapi30Link = hasOpenapi30(contract)
    ? ', and as [OpenAPI 3.0](openapi-3.0.json)\n  for tools that do not read 3.1.'
    : '.'
  const description = `- The contract: [OpenAPI 3.1 as YAML](openapi.yaml), [as JSON](openapi.json)${openapi30Link}
- The docs: [as a page](docs), [as Markdown](docs.md), and [as a list for agents](llms.txt).
- [A page for each problem](problems).
${hasClientPackage() ? packages(document) : ''}`
  return { name: 'Downloads', description }
}

/** Returns the paragraph about packages, for a product that packs its mock and its client. */
function packages({ info, 'x-product': { name } }: Document): string {
  return `
\`make mock\` starts a mock, and \`make contract\` tests whether a server keeps the contract. \`make package\` packs both for
other projects.

The typed client for JavaScript and TypeScript is the package \`@${name}/client\`. \`make package\` builds it as a
file. Install that file in your project: \`npm install ${name}-client-${info.version}.tgz\`.`
}

function problemLink(name: string): string {
  return `[\`${name}\`](problems/${name})`
}

/** Joins the lines of each paragraph and list item: the search of Redoc would join the words at their ends. */
export function unwrap(markdown: string): string {
  // A code block stays unchanged.
  const breaks = /(^(`{3,}).*\n[\s\S]*?^\2$\n?)|(?<=[^\s|])\n *(?![\s|#>]|[-*+] |\d+\. |```)/gm
  return markdown.replace(breaks, (_, code) => code ?? ' ')
}

/** Returns a chapter: the description of each security scheme, or else where a request has its credential. */
function authentication({ document, operations }: ContractModel): string {
  if (operations.every(({ needsToken }) => !needsToken)) return 'No operation needs credentials.'
  const schemes = Object.entries(getSecuritySchemes(toNode(document)))
  const texts = schemes.map(([name, scheme]) => {
    const credential = getCredential(toNode(document), name)
    const location = credential ? locationText[credential.in](credential) : 'this service does not verify it'
    return String(toNode(scheme).description ?? '').trim() || `${codeSpan(name)}: ${location}.`
  })
  const hasToken = operations.some(({ alternatives = [] }) =>
    alternatives.flat().some((credential) => credential.in === 'bearer'),
  )
  return [...texts, ...(hasToken ? [expiry] : [])].join('\n\n')
}

// The issuer for development is stack/server/auth/development-issuer.ts.
const expiry = `A token is valid until the time in its claim \`exp\`. The issuer decides how long that is. A development token, which
the service signs itself, expires after 8 hours.

A request with an expired token changes nothing and gets 401, with \`error="invalid_token"\` in \`WWW-Authenticate\`. Get a new
token, and send the request again. A request without a token gets 401 too.`

const locationText: Record<CredentialData['in'], (credential: CredentialData) => string> = {
  bearer: () => 'send a token in a header, as `Authorization: Bearer <token>`',
  basic: () => 'send a user name and a password in a header, as `Authorization: Basic <credentials>`',
  header: ({ name }) => `send a key in the header ${codeSpan(name ?? '')}`,
  query: ({ name }) => `send a key in the query parameter ${codeSpan(name ?? '')}`,
  cookie: ({ name }) => `send a key in the cookie ${codeSpan(name ?? '')}`,
}

/** Returns a chapter: which operations get each response of the base spec, and why. */
function commonResponses(contract: ContractModel): string {
  const common = baseSpecFor(contract.source)
  const responseRows = Object.entries(common.responses).flatMap(([name, response]) => {
    return contract.responses.has(name) && (response.for || response.anyRequest) ? [response] : []
  })
  const sorted = responseRows.toSorted((first, second) => first.status - second.status)
  // A request that cannot be parsed belongs to no operation.
  const groups = Map.groupBy(sorted, ({ status, problem, also, isUnread }) => [status, problem, also, isUnread].join())
  const rows = [...groups.values()].map((variants) => {
    const { status, problem, also = [] }: Partial<CommonResponse> = variants[0] ?? {}
    const links = [problem, ...also].filter((name) => name !== undefined).map(problemLink)
    return [`\`${status}\` ${links.join(' or ')}`, describeRequests(common, variants), variants.at(-1)?.why]
  })
  return table(['Response', 'Which requests can get it', 'Why'], rows)
}

/** @param variants Responses with the same status and problem. Variants for more traits come later. */
function describeRequests(common: BaseSpec, variants: CommonResponse[]): string {
  const traits = variants.findLast((variant) => variant.for)?.for
  const audience = traits && `Operations that ${traits.map((trait) => common.traits[trait]).join(' and ')}`
  const operations = traits?.includes('any') ? 'Every operation' : audience
  if (!variants.some(({ anyRequest }) => anyRequest)) return operations ?? ''
  return operations === undefined ? 'Any request' : `${operations}; also a request to another path`
}

export interface Workflows {
  info: { title: string; summary: string; description: string }
  workflows: { workflowId: string; summary: string; description: string; steps: WorkflowStep[] }[]
}

interface WorkflowStep {
  stepId: string
  description: string
  operationId: string
  successCriteria: { condition: string }[]
}

/** Path of the workflows of the product in the current folder. */
export const workflowsFile = 'docs/workflows.arazzo.yaml'

/** Returns no workflows if the product has no file. */
function readWorkflows(): Workflows {
  if (existsSync(workflowsFile)) return readYaml(workflowsFile).document.toJS()
  return { info: { title: '', summary: '', description: '' }, workflows: [] }
}

/** Returns a chapter: the workflows, step by step, as Markdown with headings of levels 1 and 2; '' without workflows. */
export function workflowsChapter({ info, workflows }: Workflows, { operations }: ContractModel): string {
  if (workflows.length === 0) return ''
  const ids = new Set(operations.map(({ id }) => id))
  const sections = workflows.map(({ workflowId, summary, description, steps }) => {
    const list = steps.map((step) => `1. ${describeStep(step, ids)}`).join('\n')
    return [`<a id="${anchor(workflowId)}"></a>`, `## ${summary}`, description, list].join('\n\n')
  })
  return [`# ${info.title}`, info.summary, info.description.trim(), ...sections].join('\n\n')
}

/** @returns A sentence with links to the workflows that use the operation; an empty string if there are none. */
export function workflowLinks({ workflows }: Workflows, operationId: string): string {
  const using = workflows.filter(({ steps }) => steps.some((step) => step.operationId === operationId))
  const links = using.map(({ workflowId, summary }) => `[${summary}](#${anchor(workflowId)})`)
  return links.length === 0 ? '' : `Workflows with this operation: ${links.join(', ')}.`
}

/** Returns the anchor of a workflow. A workflow may have the same name as a chapter. */
export function anchor(workflowId: string): string {
  return `workflow-${workflowId}`
}

function describeStep({ stepId, description, operationId, successCriteria }: WorkflowStep, ids: Set<string>): string {
  const [status] = successCriteria.flatMap(({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1] ?? [])
  if (status === undefined)
    throw new Error(
      `${workflowsFile}: step ${stepId} has no condition on $statusCode. Add one, such as $statusCode == 200.`,
    )
  // A step may name an operation that does not exist. The lint of the workflows reports it.
  const name = ids.has(operationId) ? `[\`${operationId}\`](#${encodeURIComponent(operationId)})` : `\`${operationId}\``
  return `${description} ${name}: \`${status}\``
}

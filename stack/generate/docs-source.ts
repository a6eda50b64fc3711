// What docs.md and the docs page are made from: the contract with links to the pages of the problems, and the chapters.

import { authentication } from './authentication-chapter.ts'
import { commonResponses } from './common-responses.ts'
import { sizeText } from './complete/placeholders.ts'
import type { Contract, Document, Operation } from './contract.ts'
import { describeDeprecations } from './deprecations.ts'
import { hasOpenapi30 } from './openapi-3-0.ts'
import { problemNames } from './problems.ts'
import { hasClientPackage } from './product.ts'

type Chapter = Required<Document['tags'][number]>

/** A copy of the contract for readers: with deprecations and problems in the texts. */
export function describeForReaders(original: Contract): Contract {
  const contract = describeDeprecations(original)
  const { document } = contract
  // A title can be empty.
  document.info.title = document['x-product'].title
  for (const { response } of contract.responses.values()) {
    const links = problemNames(contract, response).map(problemLink)
    if (links.length > 0) response.description = `${response.description.trim()} Problem ${links.join(' or ')}.`
  }
  return contract
}

/** The tags that no operation has are chapters for readers. @param contract A copy of the original for readers. */
export function chapters(contract: Contract, original: Contract): Chapter[] {
  const used = new Set(contract.operations.flatMap(({ tags }) => tags))
  const texts = contract.document.tags.flatMap(({ name, description }) => {
    return used.has(name) || description === undefined ? [] : withProblemLinks({ name, description })
  })
  return [
    ...texts.toSpliced(1, 0, { name: 'Authentication', description: authentication(contract) }, downloads(original)),
    { name: 'Common responses', description: commonResponses(contract, problemLink) },
  ]
}

/** A sentence about the size of a request body; an empty text for an operation without one. */
export function bodyLimit({ document }: Contract, { requestBody }: Operation): string {
  const size = sizeText(document['x-limits'].bodyBytes ?? 0)
  return requestBody ? `The request body has at most ${size}.` : ''
}

/** The references are relative to the docs, because the service may have a path prefix. */
function downloads(contract: Contract): Chapter {
  const { document } = contract
  const older = hasOpenapi30(contract)
    ? ', and as [OpenAPI 3.0](openapi-3.0.json)\n  for tools that do not read 3.1.'
    : '.'
  const description = `- The complete contract: [OpenAPI 3.1 as YAML](openapi.yaml), [as JSON](openapi.json)${older}
- The docs: [as a page](docs), [as Markdown](docs.md), and [as a list for agents](llms.txt).
- [A page for each problem](problems).
${hasClientPackage() ? packages(document) : ''}`
  return { name: 'Downloads', description }
}

/** Of a product that packs its mock and its client. */
function packages({ info, 'x-product': { name } }: Document): string {
  return `
\`make mock\` starts a mock, and \`make contract\` tests whether a server keeps the contract. \`make package\` packs both for
other projects.

The typed client for JavaScript and TypeScript is the package \`@${name}/client\`. \`make package\` builds it as a
file. Install that file in your project: \`npm install ${name}-client-${info.version}.tgz\`.`
}

/** Links the problems in a table of responses, such as the `not-found` of a row with `404` `not-found`. */
function withProblemLinks({ name, description }: Chapter): Chapter {
  const linked = description.replace(/^(\| `\d{3}` )`([a-z-]+)`/gm, (_, start, problem) => start + problemLink(problem))
  return { name, description: linked }
}

function problemLink(name: string): string {
  return `[\`${name}\`](problems/${name})`
}

/**
 * Joins the lines of each paragraph and list item of a Markdown text. The search of Redoc would join the last word of a line
 * with the first word of the next one.
 */
export function unwrapped(markdown: string): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(/(?<=[^\s|])\n *(?![\s|#>]|[-*+] |\d+\. |```)/g, ' ')))
    .join('')
}

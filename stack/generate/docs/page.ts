// The docs page: one file that works offline. Its policy blocks every other host, such as the host of the logos of Redoc.

import { hash } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { serverOrigin } from '../../contract/model/base-paths.ts'
import type { ContractModel } from '../../contract/model/contract.ts'
import { isNode, mapValues, toNode } from '../../contract/model/node.ts'
import type { PageData } from '../../docs/main.ts'
import { redocly } from '../../redocly/run.ts'
import { markdownText } from '../code.ts'
import { getCalls } from './calls.ts'
import { referenceWithoutScript } from './markdown.ts'
import { headerSchema, responseHeaders, responseList, schemaSections } from './reference.ts'
import { searchEntries } from './search.ts'
import { anchor, bodyLimit, docsSource, unwrap, type Workflows, workflowLinks, workflowsChapter } from './source.ts'

const template = fileURLToPath(import.meta.resolve('./page.hbs'))
// In the package, the script is JavaScript.
const script = fileURLToPath(new URL(`../../docs/main${extname(import.meta.url)}`, import.meta.url))

export async function docsPage(contract: ContractModel): Promise<string> {
  const rendered = withTargets(await render(contract))
  // Each name is a placeholder in page.hbs.
  const parts: Record<string, string> = {
    DOCS_STYLE: await readFile(new URL('../../docs/style.css', import.meta.url), 'utf8'),
    REFERENCE_WITHOUT_SCRIPT: referenceWithoutScript(contract),
    DOCS_DATA: docsData(contract, rendered),
    DOCS_SCRIPT: await bundleScript(),
  }
  const page = rendered.replace(new RegExp(Object.keys(parts).join('|'), 'g'), (name) => parts[name] ?? name)
  const scripts = page.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)
  const hashes = Array.from(scripts, ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`)
  return page.replace('SCRIPT_HASHES', hashes.join(' '))
}

async function render(contract: ContractModel): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'docs-'))
  const path = (name: string) => join(folder.path, name)
  const [input, output, config] = [path('openapi.json'), path('docs.html'), path('redocly.yaml')]
  // The configuration of the product is for other commands.
  await writeFile(config, '{}')
  await writeFile(input, docsContract(contract))
  await redocly('build-docs', input, '--inlineBundle', '--config', config, '--template', template, '--output', output)
  return await readFile(output, 'utf8')
}

/** @returns The contract for Redoc, as JSON: with elements for the forms, and all chapters in one description. */
function docsContract(original: ContractModel): string {
  const { contract, chapters, workflows } = docsSource(original)
  const toRedoc = redocMarkdown(contract, workflows)
  const document = structuredClone(contract.document)
  const texts = chapters.map(({ name, description }) => `# ${markdownText(name)}\n\n${description}`)
  for (const operation of contract.operations) {
    const operationObject = document.paths[operation.path]?.[operation.method]
    if (operationObject === undefined) continue
    delete operationObject.tags
    delete operationObject.servers
    delete toNode(document.paths[operation.path]).servers
    operationObject.description = [
      operationObject.description,
      bodyLimit(contract, operation),
      workflowLinks(workflows, operation.id),
      `<try-it operation="${encodeURIComponent(operation.id)}"></try-it>`,
      // Redoc shows one response at a time. This lists all of them, and is open on paper.
      `<details><summary>All responses</summary>\n\n${responseList(operation)}\n\n</details>`,
    ]
      .filter(Boolean)
      .join('\n\n')
  }
  for (const webhook of Object.values(toNode(toNode(document).webhooks)))
    for (const operation of Object.values(toNode(webhook))) toNode(operation).tags = ['']
  const parts = [document.info.description ?? '', ...texts, workflowsChapter(workflows, contract)]
  document.info.description = parts.filter(Boolean).join('\n\n')
  const tags = [
    // Redoc hides the operations of a tag behind a button. Without tags, they have the tag ''. Here it comes first.
    { name: '' },
    { name: 'Response headers', description: responseHeaders(contract) },
    { name: 'Schemas', description: schemaSections(contract).join('\n\n') },
  ]
  // No `servers`: the code samples have the address of the service that shows the page.
  const toHeader = (header: unknown) =>
    isNode(header) && header.schema ? { ...header, schema: headerSchema(contract, header.schema) } : header
  return JSON.stringify({ ...document, 'x-product': undefined, servers: undefined, tags }, (key, value: unknown) => {
    if (key === 'description' && typeof value === 'string') return unwrap(toRedoc(value))
    if (!isNode(value)) return value
    return key === 'headers' ? mapValues(value, toHeader) : value.in === 'header' ? toHeader(value) : value
  })
}

/** @returns A function that replaces the anchors of docs.md, and the links to them, by the routes of Redoc. */
function redocMarkdown({ document, operations }: ContractModel, { workflows }: Workflows): (text: string) => string {
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
      // The descriptions of a contract can have other links.
      .replace(/\]\(#([^\s()]+)\)/g, (link, id: string) => {
        const route = routes.get(id)
        return route === undefined ? link : `](#${route})`
      })
}

// Redoc finds an element by a fragment in lower case only.
function schemaId(name: string): string {
  return `schemas/${name.toLowerCase()}`
}

/**
 * Lets the menu work without JavaScript. Redoc finds its sections by the fragment of the URL, but writes the links for a
 * server that has a page for each.
 */
function withTargets(page: string): string {
  const start = page.indexOf('<body>')
  const body = page.slice(start).replaceAll(/(<a [^>]*href=")(?=\/)/g, '$1#')
  return page.slice(0, start) + body.replaceAll(/<div (data-section-id="([^"]+)")>/g, '<div id="$2" $1>')
}

function docsData(original: ContractModel, page: string): string {
  const { contract, workflows } = docsSource(original)
  const data: PageData = {
    origin: serverOrigin(toNode(contract.document)),
    calls: getCalls(contract),
    entries: searchEntries(contract, page, workflows.info.title),
  }
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

async function bundleScript(): Promise<string> {
  const options = { bundle: true, minify: true, format: 'iife', target: 'es2022', write: false } as const
  const { outputFiles } = await build({ entryPoints: [script], ...options })
  return outputFiles[0]?.text ?? ''
}

// The docs page: one file that works offline. Its policy blocks every other host, such as that of the logos of Redoc.

import { hash } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { PageData } from '../docs/main.ts'
import { serverOrigin } from './complete/base-paths.ts'
import { toNode } from './complete/node.ts'
import type { Contract } from './contract.ts'
import { getCalls } from './docs-calls.ts'
import { docsContract } from './docs-contract.ts'
import { referenceWithoutScript } from './docs-markdown.ts'
import { searchEntries } from './docs-search.ts'
import { describeForReaders, readWorkflows } from './docs-source.ts'
import { redocly } from './redocly.ts'

const config = fileURLToPath(import.meta.resolve('./docs-page.redocly.yaml'))
const template = fileURLToPath(import.meta.resolve('./docs-page.hbs'))
// In the package, it is JavaScript.
const script = fileURLToPath(new URL(`../docs/main${extname(import.meta.url)}`, import.meta.url))

export async function docsPage(contract: Contract): Promise<string> {
  const rendered = withTargets(await render(contract))
  // The names are in docs-page.hbs.
  const parts: Record<string, string> = {
    DOCS_STYLE: await readFile(new URL('../docs/style.css', import.meta.url), 'utf8'),
    REFERENCE_WITHOUT_SCRIPT: referenceWithoutScript(contract),
    DOCS_DATA: docsData(contract, rendered),
    DOCS_SCRIPT: await bundleScript(),
  }
  const page = rendered.replace(new RegExp(Object.keys(parts).join('|'), 'g'), (name) => parts[name] ?? name)
  const scripts = Array.from(
    page.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g),
    ([, script = '']) => script,
  )
  const hashes = scripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
  return page.replace('SCRIPT_HASHES', hashes.join(' '))
}

async function render(contract: Contract): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'docs-'))
  const input = join(folder.path, 'openapi.json')
  const output = join(folder.path, 'docs.html')
  await writeFile(input, docsContract(contract))
  await redocly('build-docs', input, '--inlineBundle', '--config', config, '--template', template, '--output', output)
  return await readFile(output, 'utf8')
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

/** @param page As Redoc has rendered it. */
function docsData(contract: Contract, page: string): string {
  const described = describeForReaders(contract)
  const data: PageData = {
    origin: serverOrigin(toNode(contract.document)),
    calls: getCalls(described),
    entries: searchEntries(described, page, readWorkflows().info.title),
  }
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [script],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

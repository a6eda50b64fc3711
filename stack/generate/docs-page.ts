// Builds the docs: one HTML page that works offline and sends no request to another host. Redoc would load its logos from
// a CDN, so they are replaced. The Content-Security-Policy of the page blocks everything else. The page also has our own
// style and script (stack/docs/).

import { hash } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Contract } from './contract.ts'
import { docsContract } from './docs-contract.ts'
import { redocOrder } from './redoc-order.ts'
import { redocly } from './redocly.ts'

const config = fileURLToPath(import.meta.resolve('./docs-page.redocly.yaml'))
const template = fileURLToPath(import.meta.resolve('./docs-page.hbs'))
// In the package, it is JavaScript.
const script = fileURLToPath(new URL(`../docs/main${extname(import.meta.url)}`, import.meta.url))

export async function docsPage(contract: Contract): Promise<string> {
  const replacements = [
    ['https://cdn.redoc.ly/redoc/logo-mini.svg', redoclyName],
    ['https://cdn.redoc.ly/redoc/logo-mini-full.svg', redoclyName],
    // If no text matches, Redoc lists what its fuzzy index finds: all operations for `qqq`.
    ['let i=n.length?n:r;', 'let i=n;'],
    ...redocOrder,
    ['hydrate(__redoc_definition,', 'hydrate(docsPage.prepare(__redoc_definition),'],
    ['DOCS_STYLE', await readFile(new URL('../docs/style.css', import.meta.url), 'utf8')],
    ['DOCS_SCRIPT', await ownScript()],
  ] as const
  const page = replaceOnce(withHashLinks(await render(contract)), replacements)
  return replaceOnce(page, [['SCRIPT_HASHES', scriptHashes(page).join(' ')]])
}

/** The script of stack/docs/, as the object `docsPage`. */
async function ownScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [script],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'docsPage',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

// Redoc finds its sections by the fragment of the URL, but writes the links for a server that has a page for each.
function withHashLinks(page: string): string {
  const start = page.indexOf('<body>')
  return page.slice(0, start) + page.slice(start).replaceAll(/(<a [^>]*href=")(?=\/)/g, '$1#')
}

async function render(contract: Contract): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'docs-'))
  const input = join(folder.path, 'openapi.json')
  const output = join(folder.path, 'docs.html')
  await writeFile(input, await docsContract(contract))
  await redocly('build-docs', input, '--inlineBundle', '--config', config, '--template', template, '--output', output)
  return await readFile(output, 'utf8')
}

// Replaces the logo after "API docs by".
const redoclyName =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="16">' +
      '<text y="12" font-family="sans-serif" font-size="11" fill="#777">Redocly</text></svg>',
  )

// Fails if the text is missing, because an upgrade of Redoc must not bring back a request unnoticed.
function replaceOnce(text: string, replacements: readonly (readonly [old: string, replacement: string])[]): string {
  const found = replacements.map(([old, replacement]) => {
    const start = text.indexOf(old)
    const end = start + old.length
    if (start < 0 || text.includes(old, end)) {
      throw new Error(
        `The docs page must contain ${old} exactly once. Check what changed in Redocly, then fix docs-page.ts.`,
      )
    }
    return { start, end, replacement }
  })
  const inOrder = found.sort((one, other) => one.start - other.start)
  const parts = inOrder.flatMap(({ start, replacement }, index) => [
    text.slice(inOrder[index - 1]?.end ?? 0, start),
    replacement,
  ])
  return [...parts, text.slice(inOrder.at(-1)?.end ?? 0)].join('')
}

function scriptHashes(page: string): string[] {
  return [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => {
    return `'sha256-${hash('sha256', script, 'base64')}'`
  })
}

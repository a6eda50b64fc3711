// The docs page: one file that works offline. Redoc would load its logos from a CDN, so they are replaced. The policy
// of the page blocks every other host.

import { hash } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Contract } from './contract.ts'
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
  const redoc = await render(contract)
  const start = redoc.indexOf('<body>')
  // Redoc finds its sections by the fragment of the URL, but writes the links for a server that has a page for each.
  const body = redoc.slice(start).replaceAll(/(<a [^>]*href=")(?=\/)/g, '$1#')
  // Without JavaScript, an element with this id is the target of a link in the menu.
  const targets = body.replaceAll(/<div (data-section-id="([^"]+)")>/g, '<div id="$2" $1>')
  const rendered = redoc.slice(0, start) + targets
  const entries = searchEntries(describeForReaders(contract), rendered, readWorkflows().info.title)
  // They are a part of a script.
  const search = JSON.stringify(entries).replaceAll('<', String.raw`\u003c`)
  const replacements = [
    ['https://cdn.redoc.ly/redoc/logo-mini.svg', redoclyName],
    ['https://cdn.redoc.ly/redoc/logo-mini-full.svg', redoclyName],
    ...redocOrder,
    ['hydrate(__redoc_definition,', `hydrate(docsPage.prepare(__redoc_definition,${search}),`],
    ['REFERENCE_WITHOUT_SCRIPT', referenceWithoutScript(contract)],
    ['DOCS_STYLE', await readFile(new URL('../docs/style.css', import.meta.url), 'utf8')],
    ['DOCS_SCRIPT', await ownScript()],
  ] as const
  const page = replaceOnce(rendered, replacements)
  const scripts = Array.from(page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g), ([, script = '']) => script)
  const hashes = scripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
  return replaceOnce(page, [['SCRIPT_HASHES', hashes.join(' ')]])
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

async function render(contract: Contract): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'docs-'))
  const input = join(folder.path, 'openapi.json')
  const output = join(folder.path, 'docs.html')
  await writeFile(input, docsContract(contract))
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
  const lost = replacements.find(([old]) => text.split(old).length !== 2)
  if (lost)
    throw new Error(
      `The docs page must contain ${lost[0]} exactly once. Check what changed in Redocly, then fix docs-page.ts.`,
    )
  const all = new Map(replacements)
  const patterns = [...all.keys()].map((old) => old.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return text.replace(new RegExp(patterns.join('|'), 'g'), (old) => all.get(old) ?? old)
}

// Descriptions come before constraints, and bodies before headers. Redoc has no option for it, and CSS would move them
// only on the screen, not for keyboards and screen readers.
const type = '(0,V.jsx)(IC,{children:t.type}),'
const constraints = '(0,V.jsx)(TE,{title:t.title,schemaName:t.schemaName}),(0,V.jsx)(Yj,{pattern:t.pattern}),'
const description = '!p&&(0,V.jsx)(aE,{value:t.description}),'
const responseBody =
  'b.length>0&&(0,V.jsx)(B$,{headingId:Wh(u),mediaTypes:b,value:C,onChange:S,deepLink:u}),' +
  'w&&(0,V.jsx)(vP,{schemaId:w,expandByDefault:!0,level:1,skipWriteOnly:!0})'
const responseHeaders = '(y||q(v))&&(0,V.jsxs)(ySe,'
const requestBody = '{nodeType:W.ITEM,variant:`body`,'

/** Texts in the script of Redoc, each with its replacement. */
const redocOrder = [
  // The type is a text such as `string, [ 1 .. 200 ] characters`: only its first word stays beside the name.
  [type + constraints, '(0,V.jsx)(IC,{children:t.type.split(`, `)[0]}),'],
  [
    description,
    `${description}(0,V.jsxs)(MC,{children:[(0,V.jsx)(IC,{children:t.type.split(/, (.*)/)[1]}),${constraints}]}),`,
  ],
  [`,${responseBody}`, ''],
  [responseHeaders, `${responseBody},${responseHeaders}`],
  // The parts of a request before are its parameters, those in headers last.
  [`a.push(${requestBody}`, `a.splice(a.findLastIndex(e=>e.variant!==\`headers\`)+1,0,${requestBody}`],
] as const

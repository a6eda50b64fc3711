// The pages about problem types, which show what the contract says about them.
import type { ProblemKind } from '../../core/contract/contract.ts'

export interface ProblemSources {
  operations: { id: string; method: string; path: string }[]
  isForAnyRequest: boolean
}

/** Returns the HTML page of one problem type. It loads nothing but the favicon. */
export function problemPage(
  { type, title, status, help }: ProblemKind,
  example: unknown,
  sources: ProblemSources,
): string {
  const links = sources.operations.map(({ id, method, path }) =>
    docsLink(`other/${id.toLowerCase()}`, `${method} ${path}`),
  )
  if (sources.isForAnyRequest) links.push(docsLink('section/errors-any-request-can-get', 'Any request'))
  return page(
    title,
    `<p><code>${escapeHtml(type)}</code>, status ${status}</p>
<p>${escapeHtml(help).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
<h2>Example</h2>
<pre tabindex="0" role="region" aria-label="Example">${escapeHtml(JSON.stringify(example, null, 2))}</pre>
<h2>Requests that can get it</h2>
<ul>
${links.map((link) => `<li>${link}</li>`).join('\n')}
</ul>
<p><a href="../problems">All problems</a> · <a href="../docs">The whole API</a></p>`,
  )
}

function docsLink(route: string, text: string): string {
  return `<a href="../docs#/${encodeURI(route)}">${escapeHtml(text)}</a>`
}

export function problemList(problems: ProblemKind[]): string {
  const items = problems
    .toSorted((first, second) => first.status - second.status)
    .map(
      ({ name, title, status }) =>
        `<li>${status} <a href="problems/${name}">${escapeHtml(title)}</a> <code>${name}</code></li>`,
    )
  return page('Problems', `<ul>\n${items.join('\n')}\n</ul>\n<p><a href="docs">The whole API</a></p>`)
}

function page(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body {
    font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem;
    color: light-dark(#222, #e8e8ec); background: light-dark(#fff, #1a1c21);
  }
  code, pre { background: light-dark(#eef3ee, #2a332d); border-radius: 3px }
  code { padding: .1em .3em; overflow-wrap: anywhere }
  pre { padding: 1rem; overflow-x: auto; font-size: .85em }
  a { color: light-dark(#1b6e3a, #7fd6a0) }
  ul { list-style: none; padding: 0 }
</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`
}

// For text between tags only, not for attributes.
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

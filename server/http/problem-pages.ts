// The pages about problem types: what the contract says about them, for people.
import type { ProblemKind } from '../core/contract/problem-kinds.ts'

/** The page of one problem type. Returns HTML that loads nothing but the icon. */
export function problemPage({ type, title, status, help }: ProblemKind): string {
  return page(
    title,
    `<p><code>${escapeHtml(type)}</code>, status ${status}</p>
<p>${escapeHtml(help).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
<p><a href="../problems">All problems</a> · <a href="../docs">The whole API</a></p>`,
  )
}

/** The page with links to all problem types. */
export function problemList(kinds: ProblemKind[]): string {
  const items = kinds
    .toSorted((one, other) => one.status - other.status)
    .map(({ name, title, status }) => `<li>${status} <a href="problems/${name}">${escapeHtml(title)}</a></li>`)
  return page('Problems', `<ul>\n${items.join('\n')}\n</ul>\n<p><a href="docs">The whole API</a></p>`)
}

function page(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #222 }
  code { background: #eef3ee; padding: .1em .3em; border-radius: 3px }
  a { color: #1b6e3a }
  ul { list-style: none; padding: 0 }
</style>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`
}

// For text between tags only, not for attributes.
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

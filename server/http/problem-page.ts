// The page of a problem type: what the contract says about it, for people.
import type { ProblemKind } from '../core/contract/problem-kinds.ts'

/** Returns HTML that loads nothing. */
export function problemPage({ type, title, status, help }: ProblemKind): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #222 }
  code { background: #eef3ee; padding: .1em .3em; border-radius: 3px }
  a { color: #1b6e3a }
</style>
<h1>${escapeHtml(title)}</h1>
<p><code>${escapeHtml(type)}</code>, status ${status}</p>
<p>${escapeHtml(help).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
<p><a href="../docs">The whole API</a></p>
</html>
`
}

// For text between tags only, not for attributes.
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

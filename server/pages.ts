// What people and tools read beside the API, open to everybody: the docs, the contract itself, and a page for each
// problem type.
import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { problemKinds } from './contract/problems.ts'
import { pathOf } from './contract/request-target.ts'
import { problemPage } from './problem-page.ts'

interface Page {
  mediaType: string
  text: string
  /** What the page may load and run, where that is more than nothing. */
  policy?: string
}

const docs: Record<string, Page> = {
  '/docs': htmlPage(read('../generated/docs.html')),
  '/openapi.json': { mediaType: 'application/json', text: read('../generated/openapi.json') },
  '/openapi.yaml': { mediaType: 'application/yaml', text: read('../openapi.yaml') },
}

const problems = problemKinds.map((kind) => [kind.type, htmlPage(problemPage(kind))] as const)

const pages: ReadonlyMap<string, Page> = new Map([...Object.entries(docs), ...problems])

/** Anything else, other methods included, goes on to the front door. */
export const servePages: RequestHandler = (req, res, next) => {
  const page = pages.get(pathOf(req))
  if (page === undefined || !['GET', 'HEAD'].includes(req.method)) return next()
  res.set({ 'Content-Type': `${page.mediaType}; charset=utf-8`, 'Cache-Control': 'no-cache' })
  if (page.policy !== undefined) res.set('Content-Security-Policy', page.policy)
  res.send(page.text)
}

// The policy that a page states for itself, since it must also be safe as a file; and no frames, which only a header can
// say.
function htmlPage(text: string): Page {
  const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1]
  return { mediaType: 'text/html', text, policy: `${own ?? "default-src 'none'"}; frame-ancestors 'none'` }
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}

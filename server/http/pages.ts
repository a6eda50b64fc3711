// Pages for people and tools beside the API, open to anyone: the docs, the contract, and a page for each problem type.
import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { problemKinds } from '../core/contract/problem-kinds.ts'
import { readTarget, splitTarget } from '../core/pipeline/target.ts'
import { toHttpRequest } from './express-adapter.ts'
import { problemPage } from './problem-page.ts'
import { StaticBody } from './static-body.ts'

interface Page {
  mediaType: string
  body: StaticBody
  /** What the page may load and run, if that is more than nothing. */
  policy?: string
}

const docs: Record<string, Page> = {
  '/docs': htmlPage(read('../../generated/docs.html')),
  '/openapi.json': page('application/json', read('../../generated/openapi.json')),
  '/openapi-3.0.json': page('application/json', read('../../generated/openapi-3.0.json')),
  '/openapi.yaml': page('application/yaml', read('../../openapi.yaml')),
}

const problems = problemKinds.map((kind) => [`/problems/${kind.name}`, htmlPage(problemPage(kind))] as const)

const pages: ReadonlyMap<string, Page> = new Map([...Object.entries(docs), ...problems])

/** Passes on everything else, other methods included. */
export const servePages: RequestHandler = async (req, res, next) => {
  const found = pages.get(splitTarget(req.originalUrl).path)
  if (found === undefined || !['GET', 'HEAD'].includes(req.method)) return next()
  readTarget(toHttpRequest(req, res)) // 414, 400
  res.set({ 'Content-Type': `${found.mediaType}; charset=utf-8`, 'Cache-Control': 'no-cache' })
  if (found.policy !== undefined) res.set('Content-Security-Policy', found.policy)
  await found.body.send(req, res)
}

function page(mediaType: string, text: string): Page {
  return { mediaType, body: new StaticBody(text) }
}

// The page states its policy itself, since it must also be safe as a file. Only a header can forbid frames.
function htmlPage(text: string): Page {
  const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1]
  return { ...page('text/html', text), policy: `${own ?? "default-src 'none'"}; frame-ancestors 'none'` }
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}

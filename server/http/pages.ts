// Pages for people and tools beside the API, open to anyone: the docs, the contract, and the problem types.
import { readFileSync } from 'node:fs'
import type { Request, Response } from 'express'
import { examples } from '../../generated/examples.ts'
import { responseData } from '../../generated/plans.ts'
import { httpResponses, limits, operations, problemKinds } from '../core/contract/default-contract.ts'
import type { Responses } from '../core/contract/plan.ts'
import { methodNotAllowed } from '../core/contract/routes.ts'
import type { Pipeline } from '../core/pipeline/pipeline.ts'
import { readTarget, splitTarget } from '../core/pipeline/target.ts'
import { apiCatalog, catalogMediaType, catalogPath, linkHeader } from './api-catalog.ts'
import { send, toHttpRequest } from './express-adapter.ts'
import { icon } from './icon.ts'
import { operationMarkdown } from './markdown-pages.ts'
import { type ProblemSources, problemList, problemPage } from './problem-pages.ts'
import { StaticBody } from './static-body.ts'

export interface Page {
  mediaType: string
  body: StaticBody
  /** What the page may load and run, if that is more than nothing. */
  policy?: string
}

const markdown = read('../../generated/docs.md')

const files: Record<string, Page> = {
  '/docs': htmlPage(read('../../generated/docs.html')),
  '/docs.md': page('text/markdown', markdown),
  [catalogPath]: page(catalogMediaType, apiCatalog),
  '/openapi.json': page('application/json', read('../../generated/openapi.json')),
  '/openapi-3.0.json': page('application/json', read('../../generated/openapi-3.0.json')),
  '/openapi.yaml': page('application/yaml', read('../../generated/openapi.yaml')),
  '/problems': htmlPage(problemList(problemKinds)),
  '/favicon.ico': page('image/svg+xml', icon),
}

const problems = problemKinds.map(
  (kind) =>
    [`/problems/${kind.name}`, htmlPage(problemPage(kind, exampleOf(kind.type), sourcesOf(kind.type)))] as const,
)

const operationPages = operations.map(
  ({ id }) => [`/docs/${id}.md`, page('text/markdown', operationMarkdown(markdown, id))] as const,
)

const ownPages: ReadonlyMap<string, Page> = new Map([...Object.entries(files), ...problems, ...operationPages])

/** The first documented response with this type. */
function exampleOf(type: string): unknown {
  const bodies = Object.values(examples).flatMap((response) => Object.values(response.bodies))
  return bodies.find((body) => Object(body).type === type)
}

function sourcesOf(type: string): ProblemSources {
  const include = (responses: Responses) =>
    [...responses.values()].some(({ name }) => responseData[name]?.problem?.type === type)
  return {
    operations: operations.filter(({ responses }) => include(responses)),
    isForAnyRequest: include(httpResponses),
  }
}

interface Redirect {
  /** Relative, because the service may have a path prefix. */
  location: string
}

const redirects: ReadonlyMap<string, Redirect> = new Map([
  ['/', { location: 'docs' }],
  ...[...ownPages.keys()].map((path) => [`${path}/`, { location: `..${path.slice(path.lastIndexOf('/'))}` }] as const),
])

const methods = { allow: 'GET, HEAD, OPTIONS' }

export interface Pages {
  /** What is at the path of the request; `undefined` for nothing. */
  find: (req: Request) => Page | Redirect | undefined
  /** @throws {Problem} 414, 400, 405 */
  serve: (found: Page | Redirect, req: Request, res: Response) => Promise<void>
}

/** @param app The pages of an app, by path. With a page at `/`, the docs are at `/docs` only. */
export function createPages({ respondToOptions }: Pipeline, app: Record<string, Page> = {}): Pages {
  const pages = new Map([...ownPages, ...Object.entries(app)])
  return {
    find(req) {
      const { path } = splitTarget(req.originalUrl)
      return pages.get(path) ?? redirects.get(path)
    },
    async serve(found, req, res) {
      const request = toHttpRequest(req, res)
      readTarget(request, limits) // 414, 400
      if (req.method === 'OPTIONS') return send(res, respondToOptions(request, methods))
      if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(methods)
      const { path } = splitTarget(req.originalUrl)
      res.set({ ...res.locals.headers, 'Cache-Control': 'no-cache', Link: linkHeader(path) })
      if ('location' in found) return void res.status(302).set('Location', found.location).end()
      res.set('Content-Type', `${found.mediaType}; charset=utf-8`)
      if (found.policy !== undefined) res.set('Content-Security-Policy', found.policy)
      await found.body.send(req, res)
    },
  }
}

export function page(mediaType: string, text: string): Page {
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

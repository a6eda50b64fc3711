// Pages outside the API, for people and tools, which need no token: the docs, the contract, and the problem types.
import { existsSync, readFileSync } from 'node:fs'
import type { Response } from 'express'
import type { AllowedMethods, Contract, ContractResponses, ProblemKind } from '../../core/contract/contract.ts'
import { hasPath, methodNotAllowed } from '../../core/contract/routes.ts'
import type { HttpRequest, HttpResponse } from '../../core/pipeline/http.ts'
import type { Pipeline } from '../../core/pipeline/pipeline.ts'
import { type RequestTarget, readTarget } from '../../core/pipeline/target.ts'
import { apiCatalog, catalogMediaType, catalogPath, linkHeader } from './api-catalog.ts'
import { llmsText, markdownAt, operationMarkdown } from './markdown-pages.ts'
import { type ProblemSources, problemList, problemPage } from './problem-pages.ts'
import { closeUnlessBodySmall, releaseRequest } from './request-body.ts'
import { StaticBody } from './static-body.ts'

/** A path outside the API. */
export interface Endpoint {
  /** The allowed methods. OPTIONS does not call `respond`. */
  methods: AllowedMethods
  /** @returns `undefined` if it has sent the response. @throws {Problem} */
  respond: (request: HttpRequest, target: RequestTarget, res: Response) => Promise<HttpResponse | undefined>
}

export interface DocumentPage {
  mediaType: string
  /** The body, or a function of the origin of the request, such as `https://items.example`; `undefined` without a host. */
  body: StaticBody | ((origin: string | undefined) => StaticBody)
  /** Page to send to clients that prefer its media type. */
  alternate?: DocumentPage
  /** Content-Security-Policy of the page. Default: it may load and run nothing. */
  policy?: string
}

interface Redirect {
  /** Relative, because the service may have a path prefix. */
  location: string
}

const docsPage = '/docs'

/** The favicon: a seedling. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path d="M16 30V15" fill="none" stroke="#1b6e3a" stroke-width="3" stroke-linecap="round"/>
<path d="M16 20C6 20 3 13 3 7c8 0 13 4 13 13z" fill="#3a9d5d"/>
<path d="M16 15c0-8 5-12 13-12 0 7-4 12-13 12z" fill="#1b6e3a"/>
</svg>
`

const methods = { allow: 'GET, HEAD, OPTIONS' }

/** Security headers of pages and redirects. Responses of the API do not need them. */
const documentHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // Turns off the XSS filter of old browsers, which introduced vulnerabilities.
  'X-XSS-Protection': '0',
}

/**
 * Returns the pages by their paths.
 * @param documents The folder of the documents.
 * @param app The pages of an app, by path. With a page at `/`, the docs are at `/docs` only.
 */
export function createPages(
  contract: Contract,
  documents: URL,
  app: Record<string, DocumentPage> = {},
): Map<string, Endpoint> {
  const stackPages = getPages(contract, documents)
  const docsRedirect: Redirect = { location: 'docs' }
  const start = docsPath(contract) === '/' ? (stackPages[docsPage] ?? docsRedirect) : docsRedirect
  const pages = Object.keys(stackPages).filter((path) => !hasPath(contract, path))
  const redirects = pages.map((path): [string, Redirect] => {
    return [`${path}/`, { location: `..${path.slice(path.lastIndexOf('/'))}` }]
  })
  const routes: [string, DocumentPage | Redirect][] = [
    ['/', start],
    ...redirects,
    ...Object.entries(stackPages),
    ...Object.entries(app),
  ]
  // A path of the contract replaces a page.
  const available = routes.filter(([path]) => !hasPath(contract, path))
  return new Map(available.map(([path, page]) => [path, { methods, respond: responderWith(path, page) }]))
}

/** @returns `undefined` if the endpoint has sent the response. @throws {Problem} 414, 400, 405, and those of the endpoint. */
export async function respondOutsideApi(
  { limits }: Contract,
  { methods, respond }: Endpoint,
  { respondToOptions }: Pipeline,
  request: HttpRequest,
  res: Response,
): Promise<HttpResponse | undefined> {
  const target = readTarget(request, limits) // 414, 400
  if (request.method === 'OPTIONS') return respondToOptions(request, methods)
  if (!methods.allow.split(', ').includes(request.method)) throw methodNotAllowed(methods)
  closeUnlessBodySmall(res, limits)
  const response = await respond(request, target, res)
  if (response === undefined) releaseRequest(res.req)
  return response
}

function responderWith(path: string, page: DocumentPage | Redirect): Endpoint['respond'] {
  return async ({ responseHeaders }, { host }, res) => {
    const headers = { ...documentHeaders, 'Cache-Control': 'no-cache', Link: linkHeader(path) }
    if ('location' in page) return { status: 302, headers: { ...headers, Location: page.location }, body: undefined }
    res.set({ ...responseHeaders, ...headers })
    const { mediaType, body, policy } = negotiate(page, res)
    res.set('Content-Type', `${mediaType}; charset=utf-8`)
    if (policy !== undefined) res.set('Content-Security-Policy', policy)
    const content = typeof body === 'function' ? body(host === '' ? undefined : `${res.req.protocol}://${host}`) : body
    await content.send(res)
    return undefined
  }
}

function negotiate(page: DocumentPage, res: Response): DocumentPage {
  if (page.alternate === undefined) return page
  res.vary('Accept')
  const preferred = res.req.accepts([page.mediaType, page.alternate.mediaType])
  return preferred === page.alternate.mediaType ? page.alternate : page
}

/**
 * @param hasApp Whether an app is at `/`.
 * @returns The path of the docs: `/` if an operation has the path `/docs`; `undefined` if neither path is free.
 */
export function docsPath(contract: Contract, hasApp = false): '/docs' | '/' | undefined {
  if (!hasPath(contract, docsPage)) return docsPage
  return hasApp || hasPath(contract, '/') ? undefined : '/'
}

export function page(mediaType: string, text: string): DocumentPage {
  return { mediaType, body: new StaticBody(text) }
}

// The page states its policy itself, since it must also be safe as a file. Only a header can forbid frames. join()
// copies the string: otherwise, V8 would keep the whole page in memory for a part of it.
function htmlPage(text: string): DocumentPage {
  const [, metaPolicy = "default-src 'none'"] =
    /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text) ?? []
  return { ...page('text/html', text), policy: [metaPolicy, "frame-ancestors 'none'"].join('; ') }
}

function getPages(contract: Contract, documents: URL): Record<string, DocumentPage> {
  const { operations, problemKinds } = contract
  const readDocument = (file: string) => readFileSync(new URL(file, documents), 'utf8')
  const markdown = readDocument('docs.md')
  // Not every contract can be written in OpenAPI 3.0.
  const openApi30 = new URL('openapi-3.0.json', documents)
  const problemPages = problemKinds.map((kind) => {
    return [
      `/problems/${kind.name}`,
      htmlPage(problemPage(kind, getExample(contract, kind), getSources(contract, kind))),
    ]
  })
  const markdownPage = (text: string): DocumentPage => ({
    mediaType: 'text/markdown',
    body: markdownAt(text, markdown),
  })
  const operationPages = Object.keys(operations).map((id): [path: string, DocumentPage] => {
    return [`/docs/${encodeURIComponent(id)}.md`, markdownPage(operationMarkdown(markdown, id))]
  })
  return {
    [docsPage]: { ...htmlPage(readDocument('docs.html')), alternate: markdownPage(markdown) },
    '/docs.md': markdownPage(markdown),
    '/llms.txt': page('text/plain', llmsText(markdown)),
    [catalogPath]: page(catalogMediaType, apiCatalog(operationPages.map(([path]) => path.slice(1)))),
    '/openapi.json': page('application/json', readDocument('openapi.json')),
    ...(existsSync(openApi30) && { '/openapi-3.0.json': page('application/json', readFileSync(openApi30, 'utf8')) }),
    '/openapi.yaml': page('application/yaml', readDocument('openapi.yaml')),
    '/problems': htmlPage(problemList(problemKinds)),
    '/favicon.ico': page('image/svg+xml', icon),
    ...Object.fromEntries([...problemPages, ...operationPages]),
  }
}

function getExample({ examples }: Contract, { type }: ProblemKind): unknown {
  const bodies = Object.values(examples).flatMap((response) => Object.values(response.bodies))
  return bodies.find((body) => Object(body).type === type)
}

function getSources({ operations, httpResponses }: Contract, { type }: ProblemKind): ProblemSources {
  const canReturn = (responses: ContractResponses) =>
    Object.values(responses).some(({ problemTypes }) => problemTypes.includes(type))
  return {
    operations: Object.values(operations).filter(({ responses }) => canReturn(responses)),
    isForAnyRequest: canReturn(httpResponses),
  }
}

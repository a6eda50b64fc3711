// Paths that no request reaches, or that the service cannot tell apart.

import { type Checks, each, operationsIn } from '../finding.ts'
import type { ContractModel } from '../model/contract.ts'
import { escapeKey } from '../model/node.ts'
import { omitNames } from '../model/paths.ts'

/** Paths of the pages of the service. */
const pages = /^\/(?:|docs(?:\.md|\/.*)?|problems(?:\/.*)?|openapi(?:-3\.0)?\.(?:json|yaml)|favicon\.ico|llms\.txt)$/
const otherPages = /^\/(?:assets\/.*|development-token|\.well-known\/api-catalog)$/

// RFC 3986, 3.3. A path has these characters unencoded, and all others percent-encoded.
const literal = /^(?:[\w.~!$&'()*+,;=:@-]|%[\dA-F]{2})+$/

export const pathChecks: Checks<ContractModel> = {
  'path parameters without text between them': each(getPaths, ({ path, segments }) => {
    const isClear = segments.every((segment) => !/\}\{/.test(segment) && !/[{}]/.test(toLiteral(segment)))
    const advice = 'write a name in braces, and text between two parameters'
    return !isClear && `Nothing says where a parameter of ${path} ends: ${advice}.`
  }),

  'a path that no request has': each(getPaths, ({ path, segments }) => {
    // FastAPI and Django end paths with a slash.
    const parts = segments.at(-1) === '' ? segments.slice(0, -1) : segments
    const advice = 'percent-encode its segments, and write no query and no two slashes'
    return !parts.every(isPossible) && `No request has the path ${path}: ${advice}.`
  }),

  'one name for two path parameters': each(getPaths, ({ path, segments }) => {
    const names = segments.flatMap((segment) => segment.match(parameters) ?? [])
    const repeated = names.find((name, index) => names.indexOf(name) !== index)
    return repeated && `${path} has ${repeated} twice: use two names.`
  }),

  'an operation for HEAD without one for GET': each(operationsIn, ({ method }) => {
    return method === 'head' && 'The service responds to HEAD as to GET: write an operation for GET.'
  }),

  *'two operations at one path of a server'({ operations }) {
    const ids = new Map<string, string>()
    for (const { id, method, bases, path, pointer } of operations) {
      for (const base of bases) {
        const key = `${method.toUpperCase()} ${base}${omitNames(path)}`
        const existing = ids.get(key)
        if (existing !== undefined)
          yield [pointer, `${id} and ${existing} are both at ${key}: change a path or a server.`]
        ids.set(key, id)
      }
    }
  },
}

/** Warns if a path of the contract hides a page of the service. */
export const pathWarnings: Checks<ContractModel> = {
  'a path of a page of the service': each(operationsIn, ({ bases, path }) => {
    const reserved = bases
      .map((base) => base + path)
      .find((candidate) => pages.test(candidate) || otherPages.test(candidate))
    return reserved && `The service has a page at ${reserved}, which this operation replaces.`
  }),
}

function getPaths({ document }: ContractModel) {
  return Object.keys(document.paths).map((path) => {
    return { path, segments: path.split('/').slice(1), pointer: `/paths/${escapeKey(path)}` }
  })
}

const parameters = /\{[^{}]+\}/g

function toLiteral(segment: string): string {
  return segment.replace(parameters, '')
}

function isPossible(segment: string): boolean {
  const text = toLiteral(segment)
  return (text === '' && segment !== '') || /[{}]/.test(text) || literal.test(text)
}

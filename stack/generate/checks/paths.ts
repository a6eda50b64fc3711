// Paths that no request reaches, or that the service cannot tell apart.

import { unnamed } from '../../core/contract/segments.ts'
import { toNode } from '../complete/node.ts'
import { getOperations } from '../complete/operations.ts'
import type { Contract, Written } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import type { Checks } from './check.ts'

/** The service has its own pages there. */
const pages = /^\/(?:|docs(?:\.md|\/.*)?|problems(?:\/.*)?|openapi(?:-3\.0)?\.(?:json|yaml)|favicon\.ico|llms\.txt)$/
const otherPages = /^\/(?:assets\/.*|development-token|\.well-known\/api-catalog)$/

// RFC 3986, 3.3. Requests have these characters as they are, and others percent-encoded.
const literal = /^(?:[\w.~!$&'()*+,;=:@-]|%[\dA-F]{2})+$/

export const pathChecks: Checks<Written> = {
  *'parameters without a text between them'({ own }) {
    for (const { path, pointer, segments } of getPaths(own)) {
      if (segments.every((segment) => !/\}\{/.test(segment) && !/[{}]/.test(toLiteral(segment)))) continue
      yield [
        pointer,
        `Nothing says where a parameter of ${path} ends: write a name in braces, and a text between two parameters.`,
      ]
    }
  },

  *'a path that no request has'({ own }) {
    for (const { path, pointer, segments } of getPaths(own)) {
      // FastAPI and Django end paths with a slash.
      if (segments.every((segment, index) => isPossible(segment) || (segment === '' && index === segments.length - 1)))
        continue
      const advice = 'percent-encode its segments, and write no query and no two slashes'
      yield [pointer, `No request has the path ${path}: ${advice}.`]
    }
  },

  *'one name for two parameters of a path'({ own }) {
    for (const { path, pointer, segments } of getPaths(own)) {
      const names = segments.flatMap((segment) => segment.match(parameters) ?? [])
      const repeated = names.find((name, index) => names.indexOf(name) !== index)
      if (repeated) yield [pointer, `${path} has ${repeated} twice: use two names.`]
    }
  },

  *'an operation for HEAD without one for GET'({ own }) {
    for (const { method, pointer } of getOperations(own))
      if (method === 'head') yield [pointer, 'The service responds to HEAD as to GET: write an operation for GET.']
  },
}

/** With the paths of the servers. */
export const serverPathChecks: Checks<Contract> = {
  *'two operations at one path of a server'({ operations }) {
    const known = new Map<string, string>()
    for (const { id, method, bases, path, pointer } of operations) {
      for (const base of bases) {
        const place = `${method.toUpperCase()} ${base}${unnamed(path)}`
        const other = known.get(place)
        if (other !== undefined) yield [pointer, `${id} and ${other} are both at ${place}: change a path or a server.`]
        known.set(place, id)
      }
    }
  },
}

/** A path of the contract comes first. */
export const pathWarnings: Checks<Contract> = {
  *'a path of the pages of the service'({ operations }) {
    for (const { pointer, bases, path } of operations) {
      const found = bases.map((base) => base + path).find((one) => pages.test(one) || otherPages.test(one))
      if (found !== undefined) yield [pointer, `The service has a page at ${found}, which this operation replaces.`]
    }
  },
}

function getPaths(own: Written['own']) {
  return Object.entries(toNode(own.paths)).map(([path, item]) => {
    const [, ...segments] = path.split('/')
    return { path, segments, item: toNode(item), pointer: `/paths/${escapeKey(path)}` }
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

// Rules for tools in other languages. docs/decisions/0020-contract-rules.md has a table of the reasons.

import { problemMediaType, resolved, toRules } from './visitors.js'

export const rules = toRules({
  'no-bare-required': {
    *Schema(schema, { location, resolve }) {
      // A condition only tests a value: generators ignore it.
      if (/\/(?:if|not)(?:\/|$)/.test(location.pointer)) return
      for (const keyword of ['oneOf', 'anyOf']) {
        const alternatives = (schema[keyword] ?? []).map((part) => resolved(part, resolve))
        if (alternatives.every((part) => !('required' in part) || 'properties' in part)) continue
        const message =
          `An alternative in ${keyword} has required without properties. Some generators then lose all properties: ` +
          'use if, then and else, as FieldError does.'
        yield [message, keyword]
      }
    },
  },

  'named-problems': {
    Response: {
      *MediaType({ schema }, { resolve, key }) {
        if (key !== problemMediaType) return
        const problem = resolved(schema, resolve)
        if (!/^#\/components\/schemas\/\w+Problem$/.test(schema?.$ref)) {
          yield ['A problem must be a $ref to a schema named ...Problem.', 'schema']
        } else if (problem.properties?.type?.type !== 'string' || 'allOf' in problem) {
          yield ['The schema of a problem must be flat, and its type must have type: string.']
        }
      },
    },
  },

  'distinct-names': {
    *Components({ schemas = {}, parameters = {} }) {
      for (const name of Object.keys(schemas)) {
        if (name.startsWith('New') && name.slice(3) in schemas) {
          yield [`${name} is the name of a constructor in Go: rename it.`, 'schemas', name]
        }
      }
      for (const name of Object.keys(parameters)) {
        if (name in schemas) yield [`A schema is called ${name} too: rename the parameter.`, 'parameters', name]
      }
    },
  },

  'no-body-defaults': {
    RequestBody: {
      *MediaType({ schema }, { resolve }) {
        for (const [name, property] of Object.entries(resolved(schema, resolve).properties ?? {})) {
          if ('default' in property || 'default' in resolved(property, resolve)) {
            yield [`The property ${name} of a request body must not have a default: describe it.`, 'schema']
          }
        }
      },
    },
  },

  'portable-patterns': {
    *Schema({ pattern }) {
      // Go and Rust have no lookaround and no references.
      if (pattern !== undefined && /\\[upPk1-9]|\(\?(?!:)/.test(pattern)) {
        yield ['A pattern must not have \\u, \\p, lookaround or references.', 'pattern']
      }
    },
  },

  'plain-first-server': {
    *Root({ servers = [] }) {
      if (servers[0]?.url.includes('{') !== false) yield ['The first server must have no variables.', 'servers']
    },
  },

  'short-texts': {
    Info: limitDescription(300, 'info.description must have at most 300 characters: put chapters into tags.'),
    Server: limitDescription(40, 'The description of a server must have at most 40 characters.'),
  },
})

function limitDescription(length, message) {
  return ({ description = '' }) => (description.length > length ? [[message, 'description']] : [])
}

// Our own rules for the contract. Code, or a promise to callers, relies on each: docs/decisions/0020-contract-rules.md.

import { problemMediaType, resolveNode, toRules } from './visitors.js'

export const rules = toRules({
  'problem-constants': {
    *Responses(responses, { resolve }) {
      for (const [status, reference] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        const { content = {}, headers } = resolveNode(reference, resolve)
        const problems = alternatives(content[problemMediaType]?.schema, resolve).map((schema) => {
          return resolveNode(schema, resolve).properties ?? {}
        })
        const cacheControl = resolveNode(headers?.['Cache-Control'], resolve)
        const violation =
          (Object.keys(content).join() !== problemMediaType && `must have the media type ${problemMediaType} only`) ||
          (problems.some(({ type }) => !/^tag:[a-z0-9.@-]+,\d{4}(-\d{2}){0,2}:[a-z0-9-]+$/.test(type?.const)) &&
            'must set the const of type to a tag URI') ||
          (problems.some(({ title }) => typeof title?.const !== 'string') && 'must set the const of title') ||
          (problems.some((problem) => problem.status?.const !== Number(status)) &&
            `must set the const of status to ${status}`) ||
          (cacheControl.schema?.const !== 'no-store' && 'must document Cache-Control: no-store')
        if (violation) yield [`The ${status} response ${violation}.`, status]
      }
    },
  },

  // A request can fail before the service reads its `Origin`, but not after it has reached an operation.
  'required-headers': {
    Response: mustDocument('Request-Id', 'Cache-Control', 'Vary'),
    Operation: { Response: mustDocument('Access-Control-Allow-Origin') },
  },

  bounded: {
    *Schema(schema, { location }) {
      // A condition only tests a value; the schema beside it has the limits.
      if (/\/(?:if|then|else|not)\//.test(location.pointer)) return
      // The service ignores a date that is not valid, whatever its length.
      if (location.pointer.endsWith('/components/schemas/ConditionDate')) return
      const isFixed = 'const' in schema || 'enum' in schema
      if (schema.type === 'string' && !isFixed && (schema.maxLength === undefined || !schema.pattern))
        yield ['A string must have maxLength and pattern.']
      if (schema.pattern !== undefined && !/^\^.*\$$/.test(schema.pattern))
        yield ['A pattern must match the whole string, from ^ to $.', 'pattern']
      if (schema.type === 'integer' && !isFixed && (schema.minimum === undefined || schema.maximum === undefined))
        yield ['An integer must have minimum and maximum.']
      if (schema.type === 'array' && schema.maxItems === undefined) yield ['An array must have maxItems.']
    },
  },

  'closed-requests': {
    RequestBody: {
      *MediaType({ schema: reference }, { resolve }) {
        const schema = resolveNode(reference, resolve)
        if (schema.additionalProperties !== false)
          yield ['The schema of a request body must have additionalProperties: false.']
        for (const [name, property] of Object.entries(schema.properties ?? {})) {
          const types = parts(resolveNode(property, resolve), resolve).flatMap(({ type }) => type ?? [])
          if (types.includes('object') || types.includes('array'))
            yield [`The property ${name} of a request body must not be an object or an array.`]
        }
      },
    },
  },

  'open-responses': {
    Response: {
      *Schema(schema) {
        if (schema.additionalProperties === false || schema.unevaluatedProperties === false)
          yield ['The schema of a response must allow additional properties.']
      },
    },
  },

  'named-examples': {
    *MediaType({ examples = {} }) {
      if (Object.keys(examples).length === 0) yield ['A media type must have named examples.']
    },
    *Example({ summary }) {
      if (!summary) yield ['An example must have a summary.']
    },
  },

  scoped: {
    Root: {
      *Operation(operation, _, { Root: root }) {
        const [requirement = {}, ...others] = operation.security ?? root.security ?? []
        if (others.length > 0 || Object.values(requirement).flat().length === 0)
          yield ['An operation must have, or inherit from the root, one security requirement with a scope.']
      },
    },
  },

  'dated-deprecations': {
    Schema: checkDates,
    Parameter: checkDates,
    *Operation(operation, { resolve }) {
      yield* checkDates(operation)
      const bodies = Object.values(resolveNode(operation.requestBody, resolve).content ?? {})
      const properties = bodies.flatMap(({ schema }) => Object.values(resolveNode(schema, resolve).properties ?? {}))
      const inputs = [operation, ...(operation.parameters ?? []), ...properties]
      if (!inputs.some((input) => resolveNode(input, resolve).deprecated)) return
      for (const [status, response] of Object.entries(operation.responses)) {
        const { headers = {} } = resolveNode(response, resolve)
        if (!/^2/.test(status) || ('Deprecation' in headers && 'Sunset' in headers)) continue
        const message = 'A successful response with deprecated parts must document Deprecation and Sunset.'
        yield [message, 'responses', status]
      }
    },
  },

  // Each rule below forbids a construct that is valid OpenAPI, and that some tools cannot read.
  'no-bare-required': {
    *Schema(schema, { location, resolve }) {
      // A condition only tests a value: generators ignore it.
      if (/\/(?:if|not)(?:\/|$)/.test(location.pointer)) return
      for (const keyword of ['oneOf', 'anyOf']) {
        const alternatives = (schema[keyword] ?? []).map((part) => resolveNode(part, resolve))
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
        for (const reference of alternatives(schema, resolve)) {
          const problem = resolveNode(reference, resolve)
          if (!/^#\/components\/schemas\/\w+Problem$/.test(reference?.$ref)) {
            yield ['A problem must be a $ref to a schema named ...Problem, or anyOf them.', 'schema']
          } else if (problem.properties?.type?.type !== 'string' || 'allOf' in problem) {
            yield ['The schema of a problem must be flat, and its type must have type: string.']
          }
        }
      },
    },
  },

  'distinct-names': {
    *Components({ schemas = {}, parameters = {} }) {
      for (const name of Object.keys(schemas)) {
        if (name.startsWith('New') && name.slice(3) in schemas)
          yield [`${name} is the name of a constructor in Go: rename it.`, 'schemas', name]
      }
      for (const name of Object.keys(parameters)) {
        if (name in schemas) yield [`A schema is called ${name} too: rename the parameter.`, 'parameters', name]
      }
    },
  },

  'no-body-defaults': {
    RequestBody: {
      *MediaType({ schema }, { resolve }) {
        for (const [name, property] of Object.entries(resolveNode(schema, resolve).properties ?? {})) {
          if ('default' in property || 'default' in resolveNode(property, resolve))
            yield [`The property ${name} of a request body must not have a default: describe it.`, 'schema']
        }
      },
    },
  },

  'portable-patterns': {
    *Schema({ pattern }) {
      // Go and Rust have no lookaround and no backreferences.
      if (pattern !== undefined && /\\[upPk1-9]|\(\?(?!:)/.test(pattern))
        yield ['A pattern must not have \\u, \\p, lookaround or backreferences.', 'pattern']
    },
  },

  'plain-first-server': {
    *Root({ servers = [] }) {
      if (servers[0]?.url.includes('{') !== false) yield ['The first server must have no variables.', 'servers']
    },
  },

  'short-texts': {
    Info: limitDescription(300, 'info.description must have at most 300 characters: put sections into tags.'),
    Server: limitDescription(40, 'The description of a server must have at most 40 characters.'),
  },
})

function mustDocument(...names) {
  return ({ headers = {} }) =>
    names.filter((name) => !(name in headers)).map((name) => [`A response must document ${name}.`, 'headers'])
}

/** Requires `deprecated` and its dates together. `make generate` rejects invalid dates. */
function* checkDates({ deprecated = false, 'x-deprecation': dates }) {
  if (deprecated !== (dates !== undefined)) yield ['deprecated: true and x-deprecation belong together.']
}

/** Returns the schemas of the problems that a response can have. */
function alternatives(schema, resolve) {
  return resolveNode(schema, resolve).anyOf ?? [schema]
}

function parts(schema, resolve) {
  const composed = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [schema, ...composed.flatMap((part) => parts(resolveNode(part, resolve), resolve))]
}

function limitDescription(length, message) {
  return ({ description = '' }) => (description.length > length ? [[message, 'description']] : [])
}

// Our own rules for the contract, beside those of Redocly (redocly.yaml). Code, or a promise to callers, relies on each
// rule: docs/decisions/0020-contract-rules.md has the reasons.

import { problemMediaType, resolved } from './references.js'

const headersOfAll = ['Request-Id', 'Cache-Control', 'Vary']

/** The registry of problems and the table of the client are read from these constants. */
function problemConstants() {
  return {
    Responses(responses, { report, location, resolve }) {
      for (const [status, reference] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        const response = resolved(reference, resolve)
        const schema = resolved(response.content?.[problemMediaType]?.schema, resolve)
        const fixed = schema.properties ?? {}
        const violation =
          (Object.keys(response.content ?? {}).join() !== problemMediaType &&
            `must have the media type ${problemMediaType} only`) ||
          (!/^tag:[a-z.]+,\d{4}:[a-z-]+$/.test(fixed.type?.const) && 'must set the const of type to a tag URI') ||
          (typeof fixed.title?.const !== 'string' && 'must set the const of title') ||
          (fixed.status?.const !== Number(status) && `must set the const of status to ${status}`) ||
          (!isNoStore(response, resolve) && 'must document Cache-Control: no-store')
        if (violation) report({ message: `The ${status} response ${violation}.`, location: location.child(status) })
      }
    },
  }
}

/**
 * The service sets these headers on every response, and sends only documented headers. A request can fail before the
 * service reads its `Origin`, but not after it has reached an operation.
 */
function requiredHeaders() {
  const mustDocument =
    (names) =>
    ({ headers = {} }, { report, location }) => {
      for (const name of names) {
        if (!(name in headers))
          report({ message: `A response must document ${name}.`, location: location.child('headers') })
      }
    }
  return {
    Response: mustDocument(headersOfAll),
    Operation: { Response: mustDocument(['Access-Control-Allow-Origin']) },
  }
}

/** Every value has limits: no request or response can be larger than the contract allows. */
function bounded() {
  return {
    Schema(schema, { report, location }) {
      // A condition only tests a value; the schema beside it has the limits.
      if (/\/(?:if|then|else|not)\//.test(location.pointer)) return
      const fixed = 'const' in schema || 'enum' in schema
      if (schema.type === 'string' && !fixed && (schema.maxLength === undefined || !schema.pattern)) {
        report({ message: 'A string must have maxLength and pattern.', location })
      }
      if (schema.pattern !== undefined && !/^\^.*\$$/.test(schema.pattern)) {
        report({
          message: 'A pattern must match the whole string, from ^ to $.',
          location: location.child('pattern'),
        })
      }
      if (schema.type === 'integer' && !fixed && (schema.minimum === undefined || schema.maximum === undefined)) {
        report({ message: 'An integer must have minimum and maximum.', location })
      }
      if (schema.type === 'array' && schema.maxItems === undefined) {
        report({ message: 'An array must have maxItems.', location })
      }
      // express-openapi-validator resolves only references into components.
      if ('$defs' in schema)
        report({
          message: 'A schema must not have $defs: move them to components/schemas.',
          location: location.child('$defs'),
        })
    },
  }
}

/**
 * Request bodies are closed, so a misspelt field is an error. They are flat, because the error paths of
 * express-openapi-validator are ambiguous in nested bodies.
 */
function closedRequests() {
  return {
    RequestBody: {
      MediaType({ schema: reference }, { report, location, resolve }) {
        const schema = resolved(reference, resolve)
        if (schema.additionalProperties !== false) {
          report({ message: 'The schema of a request body must have additionalProperties: false.', location })
        }
        for (const [name, property] of Object.entries(schema.properties ?? {})) {
          const types = parts(resolved(property, resolve), resolve).flatMap(({ type }) => type ?? [])
          if (types.includes('object') || types.includes('array')) {
            report({ message: `The property ${name} of a request body must not be an object or an array.`, location })
          }
        }
      },
    },
  }
}

/** Later versions may add properties to responses. */
function openResponses() {
  return {
    Response: {
      Schema(schema, { report, location }) {
        if (schema.additionalProperties === false || schema.unevaluatedProperties === false) {
          report({ message: 'The schema of a response must allow additional properties.', location })
        }
      },
    },
  }
}

/** The docs, the mock and the tests use named examples. */
function namedExamples() {
  return {
    MediaType({ examples = {} }, { report, location }) {
      if (Object.keys(examples).length === 0) report({ message: 'A media type must have named examples.', location })
    },
    Example({ summary }, { report, location }) {
      if (!summary) report({ message: 'An example must have a summary.', location })
    },
  }
}

/** The server reads the scopes of an operation only from the contract. */
function scoped() {
  return {
    Operation({ security = [] }, { report, location }) {
      const [requirement, ...others] = security
      const scopes = Object.values(requirement ?? {}).flat()
      if (others.length > 0 || scopes.length === 0) {
        report({ message: 'An operation must have one security requirement, with a scope.', location })
      }
    },
  }
}

/** The generator reads the dates for headers, docs and types. The service sends the headers to callers that use the part. */
function datedDeprecations() {
  const hasDates = (node, { report, location }) => {
    if ((node.deprecated === true) !== 'x-deprecation' in node) {
      report({ message: 'deprecated: true and x-deprecation belong together.', location })
    }
    const { since, sunset } = node['x-deprecation'] ?? { since: '2000-01-01', sunset: '2000-01-02' }
    const areDates = [since, sunset].every(
      (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
    )
    if (!areDates || since >= sunset) {
      report({ message: 'x-deprecation must have two dates like 2026-11-22: since, and a later sunset.', location })
    }
  }
  return {
    Schema: hasDates,
    Parameter: hasDates,
    Operation(operation, context) {
      hasDates(operation, context)
      const { report, location, resolve } = context
      const parameters = (operation.parameters ?? []).map((one) => resolved(one, resolve))
      const bodies = Object.values(resolved(operation.requestBody, resolve).content ?? {})
      const properties = bodies.flatMap(({ schema }) => Object.values(resolved(schema, resolve).properties ?? {}))
      const inputs = [operation, ...parameters, ...properties.map((one) => resolved(one, resolve))]
      if (!inputs.some(({ deprecated }) => deprecated)) return
      for (const [status, response] of Object.entries(operation.responses)) {
        const { headers = {} } = resolved(response, resolve)
        if (/^2/.test(status) && !('Deprecation' in headers && 'Sunset' in headers)) {
          report({
            message: 'A success of an operation with deprecated parts must document Deprecation and Sunset.',
            location: location.child(['responses', status]),
          })
        }
      }
    },
  }
}

function isNoStore({ headers }, resolve) {
  const { schema } = resolved(headers?.['Cache-Control'], resolve)
  return schema?.const === 'no-store'
}

function parts(schema, resolve) {
  const composed = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [schema, ...composed.flatMap((part) => parts(resolved(part, resolve), resolve))]
}

export const rules = {
  'problem-constants': problemConstants,
  'required-headers': requiredHeaders,
  bounded,
  'closed-requests': closedRequests,
  'open-responses': openResponses,
  'named-examples': namedExamples,
  scoped,
  'dated-deprecations': datedDeprecations,
}

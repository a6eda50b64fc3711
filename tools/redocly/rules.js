// Rules of this house, each held because some code or some promise of the contract relies on it. They run with Redocly's
// own (redocly.yaml); test/workshop/house-rules.test.ts breaks each of them.

const problemMediaType = 'application/problem+json'
const standingHeaders = ['Request-Id', 'Cache-Control', 'Vary']

/** The registry of problems, and the client's table, are read off these constants. */
function problemConstants() {
  return {
    Responses(responses, { report, location, resolve }) {
      for (const [status, reference] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        const response = resolved(reference, resolve)
        const schema = resolved(response.content?.[problemMediaType]?.schema, resolve)
        const fixed = Object.assign({}, ...parts(schema, resolve).map((part) => part.properties))
        const complaint =
          (Object.keys(response.content ?? {}).join() !== problemMediaType && `must be ${problemMediaType} only`) ||
          (!/^\/problems\/[a-z-]+$/.test(fixed.type?.const) && 'must fix its type as a const') ||
          (typeof fixed.title?.const !== 'string' && 'must fix its title as a const') ||
          (fixed.status?.const !== Number(status) && `must fix its status as ${status}`) ||
          (!isNoStore(response, resolve) && 'must document Cache-Control: no-store')
        if (complaint) report({ message: `The ${status} response ${complaint}.`, location: location.child(status) })
      }
    },
  }
}

/**
 * The road sets these on every answer, and the check of answers looks for what is documented. Some requests end before
 * anybody has read their `Origin`; none that reaches an operation does.
 */
function standing() {
  const demand =
    (names) =>
    ({ headers = {} }, { report, location }) => {
      for (const name of names) {
        if (!(name in headers))
          report({ message: `A response must document ${name}.`, location: location.child('headers') })
      }
    }
  return {
    Response: demand(standingHeaders),
    Operation: { Response: demand(['Access-Control-Allow-Origin']) },
  }
}

/** What comes in and goes out has an end: nobody can send, or be sent, more than somebody has thought of. */
function bounded() {
  return {
    Schema(schema, { report, location }) {
      const fixed = 'const' in schema || 'enum' in schema
      if (schema.type === 'string' && !fixed && (schema.maxLength === undefined || !schema.pattern)) {
        report({ message: 'A string must have maxLength and pattern.', location })
      }
      if (schema.pattern !== undefined && !/^\^.*\$$/.test(schema.pattern)) {
        report({
          message: 'A pattern must be about the whole string, from ^ to $.',
          location: location.child('pattern'),
        })
      }
      if (schema.type === 'integer' && !fixed && (schema.minimum === undefined || schema.maximum === undefined)) {
        report({ message: 'An integer must have minimum and maximum.', location })
      }
      if (schema.type === 'array' && schema.maxItems === undefined) {
        report({ message: 'An array must have maxItems.', location })
      }
      // express-openapi-validator resolves references into components only.
      if ('$defs' in schema)
        report({ message: 'Put $defs under components/schemas.', location: location.child('$defs') })
    },
  }
}

/** Requests are closed; and flat, since express-openapi-validator's error paths can be told apart in flat bodies only. */
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
            report({ message: `The property ${name} of a request body must be neither object nor array.`, location })
          }
        }
      },
    },
  }
}

/** Later versions may add to answers; only requests are closed. */
function openResponses() {
  return {
    Response: {
      Schema(schema, { report, location }) {
        if (schema.additionalProperties === false || schema.unevaluatedProperties === false) {
          report({ message: 'A response must stay open to new properties.', location })
        }
      },
    },
  }
}

/** Docs, mock and tests live on examples that can be named. */
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

/** Authorisation is what the contract says, and nothing else says it. */
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

function isNoStore({ headers }, resolve) {
  const { schema } = resolved(headers?.['Cache-Control'], resolve)
  return schema?.const === 'no-store'
}

function resolved(node, resolve) {
  return node?.$ref === undefined ? (node ?? {}) : (resolve(node).node ?? {})
}

function parts(schema, resolve) {
  const composed = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [schema, ...composed.flatMap((part) => parts(resolved(part, resolve), resolve))]
}

export const rules = {
  'problem-constants': problemConstants,
  'standing-headers': standing,
  bounded,
  'closed-requests': closedRequests,
  'open-responses': openResponses,
  'named-examples': namedExamples,
  scoped,
}

// Rules that keep the contract readable for generators and validators in other languages. Each forbids a construct that
// is valid OpenAPI, and that some tools cannot read: docs/decisions/0031-portable-contract.md says which ones.

import { problemMediaType, resolved } from './references.js'

const schemaNames = (root) => Object.keys(root.components?.schemas ?? {})

/** Python and Kotlin generators lose every property of a schema that has alternatives without properties. */
function noBareRequired() {
  return {
    Schema(schema, { report, location, resolve }) {
      for (const keyword of ['oneOf', 'anyOf']) {
        // A condition only tests a value: generators ignore it.
        if (/\/(?:if|not)(?:\/|$)/.test(location.pointer)) continue
        const alternatives = (schema[keyword] ?? []).map((part) => resolved(part, resolve))
        if (alternatives.some((part) => 'required' in part && !('properties' in part))) {
          report({
            message:
              `An alternative in ${keyword} has required without properties. Some generators then lose all properties: ` +
              'use if, then and else, as FieldError does.',
            location: location.child(keyword),
          })
        }
      }
    },
  }
}

/** Generators make up names for inline schemas, and give their errors no type. `allOf` loses the constants in Go and Java. */
function namedProblems() {
  return {
    Response: {
      MediaType({ schema }, { report, location, resolve, key }) {
        if (key !== problemMediaType) return
        const problem = resolved(schema, resolve)
        const type = problem.properties?.type
        if (!/^#\/components\/schemas\/\w+Problem$/.test(schema?.$ref)) {
          report({
            message: 'A problem must be a $ref to a schema named ...Problem.',
            location: location.child('schema'),
          })
        } else if (type?.type !== 'string' || 'allOf' in problem) {
          report({ message: 'The schema of a problem must be flat, and its type must have type: string.', location })
        }
      },
    },
  }
}

/** In Go, the constructor of the schema Plant has the name NewPlant. In Rust, a parameter and a schema share their names. */
function distinctNames() {
  return {
    Root(root, { report, location }) {
      const schemas = location.child(['components', 'schemas'])
      const names = new Set(schemaNames(root))
      for (const name of names) {
        if (name.startsWith('New') && names.has(name.slice(3))) {
          report({ message: `${name} is the name of a constructor in Go: rename it.`, location: schemas.child(name) })
        }
      }
      for (const name of Object.keys(root.components?.parameters ?? {})) {
        if (names.has(name)) {
          const parameter = location.child(['components', 'parameters', name])
          report({ message: `A schema is called ${name} too: rename the parameter.`, location: parameter })
        }
      }
    },
  }
}

/** A default makes a property required in TypeScript, and the code for it does not compile in Java. */
function noBodyDefaults() {
  return {
    RequestBody: {
      MediaType({ schema }, { report, location, resolve }) {
        for (const [name, property] of Object.entries(resolved(schema, resolve).properties ?? {})) {
          if ('default' in property || 'default' in resolved(property, resolve)) {
            report({
              message: `The property ${name} of a request body must not have a default: describe it.`,
              location: location.child('schema'),
            })
          }
        }
      },
    },
  }
}

/** Go refuses \u, Rust refuses surrogates, and both have no lookaround and no references. */
function portablePatterns() {
  return {
    Schema({ pattern }, { report, location }) {
      if (pattern !== undefined && /\\[upPk1-9]|\(\?(?!:)/.test(pattern)) {
        report({
          message: 'A pattern must not have \\u, \\p, lookaround or references.',
          location: location.child('pattern'),
        })
      }
    },
  }
}

/** Generators leave read-only properties out of models, or make them optional, although only responses have them here. */
function noReadOnly() {
  return {
    Schema(schema, { report, location }) {
      for (const keyword of ['readOnly', 'writeOnly']) {
        if (keyword in schema) {
          report({
            message: `A schema must not have ${keyword}: requests and responses have their own schemas.`,
            location: location.child(keyword),
          })
        }
      }
    },
  }
}

/** Some clients send requests to the first server as it is written. */
function plainFirstServer() {
  return {
    Root({ servers = [] }, { report, location }) {
      if (servers[0]?.url.includes('{') !== false) {
        report({ message: 'The first server must have no variables.', location: location.child('servers') })
      }
    },
  }
}

/** Generators copy these texts into each file and into names. */
function shortTexts() {
  return {
    Info({ description = '' }, { report, location }) {
      if (description.length > 300) {
        report({
          message: 'info.description must have at most 300 characters: put chapters into tags.',
          location: location.child('description'),
        })
      }
    },
    Server({ description = '' }, { report, location }) {
      if (description.length > 40) {
        report({
          message: 'The description of a server must have at most 40 characters.',
          location: location.child('description'),
        })
      }
    },
  }
}

export const rules = {
  'no-bare-required': noBareRequired,
  'named-problems': namedProblems,
  'distinct-names': distinctNames,
  'no-body-defaults': noBodyDefaults,
  'portable-patterns': portablePatterns,
  'no-read-only': noReadOnly,
  'plain-first-server': plainFirstServer,
  'short-texts': shortTexts,
}

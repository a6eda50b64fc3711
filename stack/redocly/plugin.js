// Our plugin of Redocly: rules for the contract and for its changes, and the types of two `x-` extensions.
import { changes } from '../compat/breaking-changes.js'
import { rules } from './rules.js'

/** Returns every rule of this plugin with a severity. */
function everyRule(severity) {
  return { rules: Object.fromEntries(Object.keys(rules).map((name) => [`contract/${name}`, severity])) }
}

export default () => ({
  id: 'contract',

  rules: { oas3: rules },

  configs: { strict: everyRule('error'), advice: everyRule('warn') },

  diff: { oas3: changes },

  // x-http-responses is a Responses Object at the root: Redocly lints and compares it, and follows its references.
  typeExtension: {
    oas3: ({ Root, ...types }) => ({
      ...types,
      Root: { ...Root, properties: { ...Root.properties, 'x-http-responses': 'Responses', 'x-limits': 'Limits' } },
      Limits: { properties: {}, additionalProperties: { type: 'integer' } },
    }),
  },
})

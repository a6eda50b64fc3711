// Our extension of Redocly: the rules for the contract, and the types of its two `x-` extensions.
import { changes } from '../compat/breaking-changes.js'
import { rules as portability } from './portability.js'
import { rules } from './rules.js'

export default () => ({
  id: 'contract',

  rules: { oas3: { ...rules, ...portability } },

  diff: { oas3: changes },

  // x-http-responses is a Responses Object at the root. With this type, Redocly lints it, compares it and follows its
  // references.
  typeExtension: {
    oas3: ({ Root, ...types }) => ({
      ...types,
      Root: { ...Root, properties: { ...Root.properties, 'x-http-responses': 'Responses', 'x-limits': 'Limits' } },
      Limits: { properties: {}, additionalProperties: { type: 'integer' } },
    }),
  },
})

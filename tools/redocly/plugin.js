// What Redocly has to know about our contract beyond OpenAPI itself.
import { changes } from './changes.js'
import { rules } from './rules.js'

export default () => ({
  id: 'house',

  rules: { oas3: rules },

  diff: { oas3: changes },

  // x-http-responses is a Responses Object at the root: linted, compared, and its references counted, as any other.
  typeExtension: {
    oas3: ({ Root, ...types }) => ({
      ...types,
      Root: { ...Root, properties: { ...Root.properties, 'x-http-responses': 'Responses', 'x-limits': 'Limits' } },
      Limits: { properties: {}, additionalProperties: { type: 'integer' } },
    }),
  },
})

// What Redocly has to know about our contract beyond OpenAPI itself.
import { rules } from './rules.js'

export default () => ({
  id: 'house',

  rules: { oas3: rules },

  // x-http-responses is a Responses Object at the root: linted, and its references counted, as any other.
  typeExtension: {
    oas3: (types) => ({
      ...types,
      Root: { ...types.Root, properties: { ...types.Root.properties, 'x-http-responses': 'Responses' } },
    }),
  },

  // Redoc folds the operations of a tag behind a button; without tags it shows every operation at once.
  decorators: { oas3: { untag: () => ({ Root: { leave: dropTags }, Operation: { leave: dropTags } }) } },
})

function dropTags(node) {
  delete node.tags
}

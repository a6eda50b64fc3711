import { expect, it } from 'vitest'
import { writeBooleansAsObjects } from '../../generate/boolean-schemas.ts'

it('the schemas true and false are objects, and other booleans stay', () => {
  const paths = { '/boats': { get: { parameters: [{ name: 'a', in: 'query', schema: true }] } } }
  const written = {
    items: false,
    allOf: [true],
    properties: { not: false, items: { type: 'string' } },
    additionalProperties: false,
    default: { items: true },
    'x-other': { items: true },
    uniqueItems: true,
  }
  const contract = { paths, components: { schemas: { Any: true, Boat: written } } }
  writeBooleansAsObjects(contract)
  expect(contract).toEqual({
    paths: { '/boats': { get: { parameters: [{ name: 'a', in: 'query', schema: {} }] } } },
    components: {
      schemas: {
        Any: {},
        Boat: {
          ...written,
          items: { not: {} },
          allOf: [{}],
          properties: { not: { not: {} }, items: { type: 'string' } },
        },
      },
    },
  })
})

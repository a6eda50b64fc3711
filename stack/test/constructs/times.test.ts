// Lists of items with times, also with a leap second.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { get, post, ref, returns, returnsList, takes } from './operation.ts'

// The contract tester finds no other valid times.
const times = ['2016-12-31T23:59:60.500Z', '2016-12-31T23:59:60.000Z', '2016-12-31T23:59:60.999Z']
const [middle = '', first = '', last = ''] = times

/** A list that has these times. @param headers Of the response. */
const lists = (query: string, expected: string[], headers = {}) => {
  const body = expected.map((at) => ({ at }))
  return get(query, `/sightings?${query}`, { status: 200, body, headers })
}

construct('times with a leap second, which is the last second of its day', {
  contract: `
paths:
  /sightings:
    get:
      operationId: listSightings
      x-paging: true
      parameters:
        - { name: at, in: query, schema: { type: string, format: date-time } }
        - { name: since, in: query, x-min: at, schema: { type: string, format: date-time } }
        - { name: until, in: query, x-max: at, schema: { type: string, format: date-time } }
        - { name: sort, in: query, x-sort: true, schema: { type: string, enum: [at, -at] } }
      ${returnsList('Sighting')}
    post: { operationId: createSighting, ${takes(ref('SightingDraft'))}, ${returns(ref('Sighting'), 201)} }
components:
  schemas:
    Time: { type: string, format: date-time, pattern: '^2016-12-31T23:59:60\\.\\d{3}Z$' }
    SightingDraft:
      type: object
      required: [at]
      additionalProperties: false
      properties: { at: ${ref('Time')} }
    Sighting:
      type: object
      required: [id, at]
      properties:
        id: { type: string, format: uuid, minLength: 36, maxLength: 36 }
        at: ${ref('Time')}
`,
  source: 'export const handlers = {}',
  exchanges: [
    ...times.map((at) => post('/sightings', { at }, { status: 201, body: { at } })),
    lists('sort=at', [first, middle, last]),
    lists('sort=-at', [last, middle, first]),
    lists(`at=${middle}`, [middle]),
    lists('since=2016-12-31T23:59:59.999Z', [first, middle, last]),
    lists('since=2016-12-31T23:59:60.4991Z', [middle, last]),
    lists('since=2017-01-01T01:00:00%2B01:00', []),
    lists('until=2016-12-31t23:59:60z', [first]),
    lists('until=2016-12-31T23:59:59.999Z', []),
    lists('sort=at&limit=2', [first, middle], {
      link: expect.stringContaining(`afterValue=${encodeURIComponent(middle)}`),
    }),
    lists('sort=at&after={id}', [last]),
    lists(`sort=at&after={id}&afterValue=${middle}`, [last]),
  ],
})

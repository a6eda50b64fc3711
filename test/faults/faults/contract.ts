// What the contract itself says and the validator enforces: planted in its JSON, as the server loads it, and in the
// contract as it is written, where the lint must notice.
import type { Fault } from '../fault.ts'

const file = 'generated/openapi.json'
const list = ['test/server/core/plants/plant-handlers/list-plants.test.ts']
const creation = ['test/server/core/plants/plant-handlers/create-plant.test.ts']
const change = ['test/server/core/plants/plant-handlers/update-plant.test.ts']
const controls = '\\\\u0000-\\\\u001f\\\\u007f-\\\\u009f'
const surrogates = '\\\\ud800-\\\\udfff'
const pair = '[\\\\ud800-\\\\udbff][\\\\udc00-\\\\udfff]'
const text = `(?:[^${controls}${surrogates}]|${pair})`
const name = `^[^\\\\S${controls}]*(?:[^\\\\s${controls}${surrogates}]|${pair})${text}*$`

export const contractFaults: Fault[] = [
  {
    guard: 'A tag to filter by may hold reserved characters. (express-openapi-validator: refuses a+b and a:b.)',
    file,
    edits: [['"allowReserved": true', '"allowReserved": false']],
    watch: list,
  },
  {
    guard: 'A tag to filter by may be empty. (express-openapi-validator: refuses tag=.)',
    file,
    edits: [['"allowEmptyValue": true', '"allowEmptyValue": false']],
    watch: list,
  },
  {
    guard: 'A new plant has no unknown properties.',
    file,
    edits: [
      [
        '"required": [\n          "name"\n        ],\n        "additionalProperties": false',
        '"required": [\n          "name"\n        ],\n        "additionalProperties": true',
      ],
    ],
    watch: creation,
  },
  {
    guard: 'A change has no unknown properties.',
    file,
    edits: [
      [
        '"description": "The fields to change. Unknown properties get 400.",\n        "additionalProperties": false',
        '"description": "The fields to change. Unknown properties get 400.",\n        "additionalProperties": true',
      ],
    ],
    watch: change,
  },
  {
    guard: 'A name has no control characters.',
    file,
    edits: [[name, `^\\\\s*(?:[^\\\\s${surrogates}]|${pair})(?:[^${surrogates}]|${pair})*$`]],
    watch: creation,
  },
  {
    guard: 'A name has no half surrogate pairs, which no database keeps.',
    file,
    edits: [[name, `^[^\\\\S${controls}]*[^\\\\s${controls}][^${controls}]*$`]],
    watch: creation,
  },
  {
    guard: 'A name has at least one character that is no white space.',
    file,
    edits: [[name, `^${text}+$`]],
    watch: creation,
  },
  {
    guard: 'A tag has no control characters.',
    file,
    edits: [[`^${text}*$`, `^(?:[^${surrogates}]|${pair})*$`]],
    watch: creation,
  },
  {
    guard: 'A name has at most 200 code points.',
    file,
    edits: [['"maxLength": 200,\n        "pattern": "^[^\\\\S', '"maxLength": 201,\n        "pattern": "^[^\\\\S']],
    watch: creation,
  },
  {
    guard: 'A tag has at most 64 code points.',
    file,
    edits: [['"maxLength": 64', '"maxLength": 65']],
    watch: creation,
  },
  {
    guard: 'An id is a lower-case UUID. (express-openapi-validator: its format takes urn:uuid: and upper case.)',
    file,
    edits: [
      [
        '"maxLength": 36,\n        "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"\n      },\n      "PlantName"',
        '"maxLength": 45\n      },\n      "PlantName"',
      ],
    ],
    watch: ['test/server/core/plants/plant-handlers/get-plant.test.ts'],
  },
  {
    guard: 'If-Match and If-None-Match have the grammar of entity tags.',
    file,
    edits: [['"pattern": "^(?:\\\\*|(?:[', '"pattern": "|^(?:\\\\*|(?:[']],
    watch: ['test/server/core/contract/validator.test.ts'],
  },
  {
    guard: 'An Idempotency-Key has its grammar.',
    file,
    edits: [['"pattern": "^(?:[!#-~][!-~]{0,254}|', '"pattern": "|^(?:[!#-~][!-~]{0,254}|']],
    watch: ['test/server/core/plants/idempotency-key.test.ts'],
  },
  {
    guard: 'A list has no more plants than a page.',
    file,
    edits: [['"maximum": 100,\n', '"maximum": 1000,\n']],
    watch: ['test/server/core/pipeline/parameters.test.ts'],
  },
  {
    guard: 'Reading needs the scope for it.',
    file,
    edits: [
      [
        '"description": "Returns the caller\'s plants in ascending order of `id`, one page at a time.",\n        "security": [\n          {\n            "bearerAuth": [\n              "plants:read"',
        '"description": "Returns the caller\'s plants in ascending order of `id`, one page at a time.",\n        "security": [\n          {\n            "bearerAuth": [\n              "plants:write"',
      ],
    ],
    watch: ['test/server/core/pipeline/authenticate.test.ts'],
  },
  {
    guard: 'The lint: examples of the contract are as their schemas say.',
    file: 'openapi.yaml',
    edits: [['      value: 2\n', '      value: two\n']],
    watch: 'lint',
  },
  {
    guard: 'The lint: keywords of schemas are spelled right. (express-openapi-validator: ignores others.)',
    file: 'openapi.yaml',
    edits: [['maxLength: 64', 'maxLenght: 64']],
    watch: 'lint',
  },
  {
    guard: 'The lint: what HTTP itself brings is linted, too. (Redocly: skips what starts with x-.)',
    file: 'openapi.yaml',
    edits: [
      [
        "x-http-responses:\n  '204':\n    $ref: '#/components/responses/Options'",
        "x-http-responses:\n  '204':\n    $ref: '#/components/responses/Option'",
      ],
    ],
    watch: 'lint',
  },
  {
    guard: 'The lint: every operation says what it needs.',
    file: 'openapi.yaml',
    edits: [['operationId: deletePlant', 'operationId: listPlants']],
    watch: 'lint',
  },
]

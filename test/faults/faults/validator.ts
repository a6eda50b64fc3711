// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is source text
// Parameters, and what becomes of express-openapi-validator's findings: where it is too generous, and how its errors
// turn into ours.
import type { Fault } from '../fault.ts'

const parameters = 'server/core/pipeline/parameters.ts'
const validator = 'server/http/openapi-validator.ts'
const watch = ['test/server/core/pipeline/parameters.test.ts']
const ids = ['test/server/core/plants/plant-handlers/delete-plant.test.ts']
const headers = ['test/server/core/contract/validator.test.ts']
const creation = ['test/server/core/plants/plant-handlers/create-plant.test.ts']
const change = ['test/server/core/plants/plant-handlers/update-plant.test.ts']

export const validatorFaults: Fault[] = [
  {
    guard: 'Integers are plain digits. (express-openapi-validator: takes 1e1, 0x10, 05 and " 5".)',
    file: parameters,
    edits: [['if (isInteger(operation, name) && ', 'if (name === operation.id && ']],
    watch,
  },
  {
    guard:
      'Integers have no more digits than a number keeps. (express-openapi-validator: takes 400 digits for infinity.)',
    file: parameters,
    edits: [['\\d{0,14}', '\\d*']],
    watch,
  },
  {
    guard: 'The query is percent-encoded UTF-8. (express-openapi-validator: takes %ED%A0%80 for U+FFFD.)',
    file: parameters,
    edits: [["const value = decoded(rest.join('='), name)", "const value = rest.join('=')"]],
    watch,
  },
  {
    guard: 'Names in the query are percent-encoded UTF-8.',
    file: parameters,
    edits: [['const name = decoded(rawName, rawName)', 'const name = rawName']],
    watch,
  },
  {
    guard: 'The path is percent-encoded UTF-8. (express-openapi-validator: throws; Prism: its process ends.)',
    file: parameters,
    edits: [['  checkPath(pathOf(req), operation.path)\n', '']],
    watch: ids,
  },
  {
    guard: 'A name that the caller made up is cut to what a problem may carry.',
    file: 'server/contract/json-pointer.ts',
    edits: [['name.slice(0, 500)', 'name']],
    watch,
  },
  {
    guard: 'A message with control characters is not repeated.',
    file: validator,
    edits: [["/^[^\\p{Cc}\\p{Cs}]{1,500}$/u.test(message) ? message : 'is not valid'", 'message']],
    watch,
  },
  {
    guard: 'A made-up name does not get into the detail of a problem.',
    file: 'server/core/problem.ts',
    edits: [['plain ? `${name}: ${detail}` : detail', '`${name}: ${detail}`']],
    watch,
  },
  {
    guard: 'Unknown query parameters are refused.',
    file: validator,
    edits: [['{ allErrors: true }', '{ allErrors: true, allowUnknownQueryParameters: true }']],
    watch,
  },
  {
    guard: 'All that is to be mended is named at once.',
    file: validator,
    edits: [['{ allErrors: true }', '{ allErrors: false }']],
    watch: creation,
  },
  {
    guard: 'A field is named once, however much is wrong with it.',
    file: validator,
    edits: [
      [
        'fields.toReversed().map((error) => [error.pointer ?? error.parameter ?? error.header, error])',
        'fields.toReversed().map((error) => [error as unknown, error])',
      ],
    ],
    watch: change,
  },
  {
    guard: 'A problem names no more fields than it may.',
    file: validator,
    edits: [['...others.slice(0, 99)', '...others']],
    watch: ['test/server/core/pipeline/body.test.ts'],
  },
  {
    guard: 'A field of the body is named by a JSON Pointer. (express-openapi-validator: its paths start with /body.)',
    file: validator,
    edits: [['cut(`/${isRaw', 'cut(`/body/${isRaw']],
    watch: creation,
  },
  {
    guard: 'Names in JSON Pointers are escaped. (express-openapi-validator: appends an unknown name as it is.)',
    file: validator,
    edits: [['isRaw ? escapePart(name) : name', 'name']],
    watch: creation,
  },
  {
    guard: 'Headers are named as headers, and not as fields of the body.',
    file: validator,
    edits: [["if (place === 'headers') {", "if (place === 'nowhere') {"]],
    watch: headers,
  },
  {
    guard: 'A header is named as the contract names it. (express-openapi-validator: in lower case.)',
    file: validator,
    edits: [['header?.name ?? name', 'name']],
    watch: headers,
  },
  {
    guard: 'A pattern is not repeated to people.',
    file: validator,
    edits: [["if (keyword === 'pattern') return 'is not of the documented form'", '']],
    watch: creation,
  },
  {
    guard: 'A name that is cut has no half escape at its end.',
    file: 'server/contract/json-pointer.ts',
    edits: [[".replace(/(?:[\\ud800-\\udbff]|~)$/, '')", '']],
    watch: creation,
  },
  {
    guard: 'What a request does wrong is 400, and no fault of ours.',
    file: validator,
    edits: [['isBadRequest(thrown) ? invalidRequest(...fieldErrors(thrown, operation)) : thrown', 'thrown']],
    watch: creation,
  },
  {
    guard: 'The validator gets a copy of the contract. (express-openapi-validator: changes what it is given.)',
    file: validator,
    edits: [['apiDoc: copy()', 'apiDoc: document as unknown as OpenAPIV3.DocumentV3_1']],
    watch: ['test/server/mock/mock.test.ts'],
  },
  {
    guard: 'Formats are judged in full. (express-openapi-validator: takes 2026-02-30 for a date.)',
    file: validator,
    edits: [["{ mode: 'full' }", "{ mode: 'fast' }"]],
    watch: ['test/server/core/pipeline/response.test.ts'],
  },
  {
    guard: 'A contract that cannot be used stops the start. (express-openapi-validator: every request is a 500.)',
    file: validator,
    edits: [['\nawait contract\n', '\ncontract.catch(() => {})\n']],
    watch: ['test/server/main/broken-contract.test.ts'],
  },
]

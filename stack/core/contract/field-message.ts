// Messages about invalid fields of a request. Each continues the sentence that starts with the name of the field.
import type { ValidationError } from './contract.ts'

/** Messages about violations of rules that are not in a schema. */
export const fieldMessage = {
  required: 'is required',
  empty: 'must not be empty',
  repeated: 'must not be repeated',
  repeatedProperty: 'must not have a property twice',
  undeclaredParameter: 'is not a parameter of this operation',
  incomplete: 'is incomplete',
  notUtf8: 'must be UTF-8',
  notPercentEncoded: 'must be percent-encoded UTF-8',
  notJson: 'must be JSON',
  notMultipart: 'must be multipart/form-data',
  notFile: 'must be a file',
  unexpectedFile: 'must not be a file',
  notNull: 'must be null',
  notBoolean: 'must be true or false',
  notInteger: 'must be a whole number in plain decimal digits',
  notNumber: 'must be a number, such as 1.5',
  malformedString: 'must not have U+0000 or an unpaired surrogate',
  wrongFormat: 'does not match the documented format',
  tooDeep: (levels: number) => `must not have more than ${levels} levels`,
  tooLarge: `must not be a number beyond ±${Number.MAX_VALUE}`,
  changedInteger: (value: number) => `must not be an integer that changes to ${value} as a double`,
  wrongPrefix: (prefix: string) => `must begin with ${prefix}`,
  notPairs: (example: string) => `must be names and values, such as ${example}`,
  wrongMediaType: (mediaTypes: readonly string[]) => `must have the media type ${mediaTypes.join(' or ')}`,
}

/** @param keyword JSON Schema keyword. @param message Message of Ajv, which addresses programmers. */
export function schemaMessage({ keyword, message }: { keyword: string | undefined; message: string }): string {
  switch (keyword) {
    // A regular expression helps few users. The contract can have a message for them: x-pattern-message.
    case 'pattern':
      return message.startsWith('must match') ? fieldMessage.wrongFormat : message
    case 'required':
      return fieldMessage.required
    case 'format':
      return formatMessages[message] ?? fieldMessage.wrongFormat
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a documented property'
    default:
      return replacements.reduce((text, [words, plain]) => text.replace(words, plain), message)
  }
}

const formatMessages: Record<string, string> = {
  'must match format "date"': 'must be a date like 2026-01-31',
  'must match format "date-time"': 'must be a time like 2026-01-31T12:00:00Z',
}

const replacements = [
  [/^must NOT have fewer than 1 characters$/, fieldMessage.empty],
  [/^must NOT have fewer than/, 'must have at least'],
  [/^must NOT have more than/, 'must have at most'],
  [/^must be >=/, 'must be at least'],
  [/^must be <=/, 'must be at most'],
  [/^must be (object|array|integer)$/, 'must be an $1'],
  [/^must be (string|number|boolean)$/, 'must be a $1'],
  [/^must NOT have duplicate items.*/, 'must not have an item twice'],
  [/ 1 properties$/, ' 1 property'],
  [/ 1 items$/, ' 1 item'],
] as const

/** Returns the message with the allowed values: express-openapi-validator writes null as an empty string there. */
export function validatorMessage({ keyword, params, message }: ValidationError): string {
  const { allowedValue } = params
  if (keyword === 'const')
    return `must be ${typeof allowedValue === 'string' ? allowedValue : JSON.stringify(allowedValue)}`
  if (keyword !== 'enum') return message
  return `must be one of ${[params.allowedValues].flat().map(String).join(', ')}`
}

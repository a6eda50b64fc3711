// What Ajv checks for each `format` of the contract. Ajv ignores others (checks/schemas.ts).

import { formats } from '../core/contract/formats.ts'

/** The option `formats` of Ajv. Every number of JSON is a `double`; bounds say more than the format of a whole number. */
export const knownFormats: Record<string, RegExp | true> = {
  ...formats,
  int32: true,
  int64: true,
  float: true,
  double: true,
}

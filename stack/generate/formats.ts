// What Ajv checks for each `format` of the contract. Ajv ignores others (checks/schemas.ts).

import { formats } from '../core/contract/formats.ts'

/**
 * The option `formats` of Ajv. Every number of JSON is a `double`; bounds say more than the format of a whole number. A password is
 * any text, and so is what a `binary` string stands for.
 */
export const knownFormats: Record<string, RegExp | true> = {
  ...formats,
  int32: true,
  int64: true,
  float: true,
  double: true,
  password: true,
  binary: true,
}

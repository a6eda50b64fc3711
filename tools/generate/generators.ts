// The files of generated/, and the generator of each.

import { docsPage } from './docs-page.ts'
import { exchanges } from './exchanges.ts'
import { json } from './json.ts'
import { operations } from './operations.ts'
import { types } from './types.ts'
import { validators, validatorTypes } from './validators.ts'

/** @param contract The path of openapi.yaml. @returns The text of the file. */
export type FileGenerator = (contract: string) => Promise<string>

export const generators = {
  'api.d.ts': types,
  'openapi.json': json,
  'operations.ts': operations,
  'exchanges.ts': exchanges,
  'validators.js': validators,
  'validators.d.ts': validatorTypes,
  'docs.html': docsPage,
} satisfies Record<string, FileGenerator>

export type GeneratedFile = keyof typeof generators

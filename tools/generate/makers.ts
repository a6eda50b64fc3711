// The files of generated/, each with what makes it from the contract.

import { docsPage } from './docs-page.ts'
import { exchanges } from './exchanges.ts'
import { json } from './json.ts'
import { operations } from './operations.ts'
import { types } from './types.ts'
import { validators, validatorTypes } from './validators.ts'

/** @param contract Path of openapi.yaml. */
export type Maker = (contract: string) => Promise<string>

export const makers = {
  'api.d.ts': types,
  'openapi.json': json,
  'operations.ts': operations,
  'exchanges.ts': exchanges,
  'validators.js': validators,
  'validators.d.ts': validatorTypes,
  'docs.html': docsPage,
} satisfies Record<string, Maker>

export type MadeFile = keyof typeof makers

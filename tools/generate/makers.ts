// The files of generated/, each with what makes it from the contract.

import { docsPage } from './docs-page.ts'
import { examples } from './examples.ts'
import { json } from './json.ts'
import { operations } from './operations.ts'
import { plans } from './plans.ts'
import { types } from './types.ts'
import {
  headerValidators,
  headerValidatorTypes,
  requestValidators,
  requestValidatorTypes,
  responseValidators,
  responseValidatorTypes,
} from './validators.ts'

/** @param contract Path of openapi.yaml. */
export type Maker = (contract: string) => Promise<string>

export const makers = {
  'api.d.ts': types,
  'openapi.json': json,
  'operations.ts': operations,
  'plans.ts': plans,
  'examples.ts': examples,
  'request-validators.js': requestValidators,
  'request-validators.d.ts': requestValidatorTypes,
  'response-validators.js': responseValidators,
  'response-validators.d.ts': responseValidatorTypes,
  'header-validators.js': headerValidators,
  'header-validators.d.ts': headerValidatorTypes,
  'docs.html': docsPage,
} satisfies Record<string, Maker>

export type MadeFile = keyof typeof makers

// Its own keys, and no others.
export const madeFiles = Object.keys(makers) as MadeFile[]

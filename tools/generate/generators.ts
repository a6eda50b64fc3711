// The files of generated/, and the generator of each.

import { docsMarkdown } from './docs-markdown.ts'
import { docsPage } from './docs-page.ts'
import { examples } from './examples.ts'
import { json } from './json.ts'
import { openapi30 } from './openapi-3-0.ts'
import { openapiValidators, openapiValidatorTypes } from './openapi-validators.ts'
import { operations } from './operations.ts'
import { plans } from './plans.ts'
import { plantRules } from './plant-rules.ts'
import { types } from './types.ts'
import {
  headerValidators,
  headerValidatorTypes,
  requestValidators,
  requestValidatorTypes,
  responseValidators,
  responseValidatorTypes,
} from './validators.ts'

/** @param contract The path of openapi.yaml. @returns The text of the file. */
export type FileGenerator = (contract: string) => Promise<string>

export const generators = {
  'api.d.ts': types,
  'openapi.json': json,
  'openapi-3.0.json': openapi30,
  'operations.ts': operations,
  'plans.ts': plans,
  'plant-rules.ts': plantRules,
  'examples.ts': examples,
  'request-validators.js': requestValidators,
  'request-validators.d.ts': requestValidatorTypes,
  'response-validators.js': responseValidators,
  'response-validators.d.ts': responseValidatorTypes,
  'header-validators.js': headerValidators,
  'header-validators.d.ts': headerValidatorTypes,
  'openapi-validators.js': openapiValidators,
  'openapi-validators.d.ts': openapiValidatorTypes,
  'docs.md': docsMarkdown,
  'docs.html': docsPage,
} satisfies Record<string, FileGenerator>

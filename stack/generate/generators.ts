// The files of generated/, and the generator of each. main.ts adds the banner to code, types and YAML.

import { stringify } from 'yaml'
import type { ContractModel } from '../contract/model/contract.ts'
import { types } from './api-types.ts'
import { bindings } from './bindings.ts'
import { contractTypes } from './contract-types.ts'
import { contractValue } from './contract-value.ts'
import { docsMarkdown } from './docs/markdown.ts'
import { docsPage } from './docs/page.ts'
import { fieldRules } from './field-rules.ts'
import { handlers } from './handlers.ts'
import { publishedDocument } from './openapi.ts'
import { hasOpenapi30, openapi30 } from './openapi-3-0.ts'
import { openapiValidators, openapiValidatorTypes } from './openapi-validators.ts'
import { operations } from './operations.ts'
import { product } from './product.ts'
import { resources } from './resources.ts'
import { server } from './server.ts'
import { headerValidators, headerValidatorTypes } from './standalone-validators.ts'

/** Ends the process of esbuild, after all generators: several use it concurrently. */
export { stop } from 'esbuild'
export { controlValidators } from './standalone-validators.ts'

/** @returns The content of the file; `undefined` for a contract that does not have it. */
export type Generator = (contract: ContractModel) => string | undefined | Promise<string>

export const generators = {
  'api.d.ts': types,
  'openapi.yaml': (contract) =>
    stringify(publishedDocument(contract), { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' }),
  // The server and the mock need no YAML parser.
  'openapi.json': (contract) => `${JSON.stringify(publishedDocument(contract), null, 2)}\n`,
  // A check reports why a contract does not have it.
  'openapi-3.0.json': (contract) => (hasOpenapi30(contract) ? openapi30(contract) : undefined),
  'operations.ts': operations,
  'product.ts': product,
  'resources.ts': resources,
  'contract-types.ts': contractTypes,
  ...bindings,
  'index.ts': contractValue,
  'server.ts': server,
  'handlers.ts': handlers,
  'field-rules.ts': fieldRules,
  'header-validators.js': headerValidators,
  'header-validators.d.ts': headerValidatorTypes,
  'openapi-validators.js': openapiValidators,
  'openapi-validators.d.ts': openapiValidatorTypes,
  'docs.md': docsMarkdown,
  'docs.html': docsPage,
} satisfies Record<string, Generator>

// What the docs page knows of an operation. `make generate` writes it for each operation.

import type { CredentialPlace } from '../client/contract.ts'
import type { ParameterStyle } from '../client/parameter-text.ts'

export interface Call {
  operationId: string
  summary: string
  /** In upper case. */
  method: string
  /** With the path of the server. */
  path: string
  parameters: CallParameter[]
  /** A request needs all credentials of one alternative. Empty if the operation needs none. */
  alternatives: CallCredential[][]
  bodies: CallBody[]
  isBodyRequired: boolean
  samples: { lang: string; source: string }[]
}

export interface CallCredential extends CredentialPlace {
  scheme: string
}

export interface CallParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  isRequired: boolean
  isDeprecated: boolean
  /** Whether an empty value means something else than none. */
  mayBeEmpty: boolean
  /** Default: a scalar. */
  kind?: 'array' | 'object' | 'json'
  style?: ParameterStyle
  /** As a person writes it; empty if there is none. */
  example: string
  description: string
}

export interface CallBody {
  /** One of the range, if the contract has a range. */
  mediaType: string
  /** Such as `image/*`. Default: none. */
  range?: string
  /** Of a form, its fields as JSON, without files. */
  example: string
  /** Of a form. */
  files: { name: string; isRequired: boolean; isArray: boolean }[]
  /** What each field means, as a line of text. */
  fields: string[]
}

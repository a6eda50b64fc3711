// The data of an operation for the docs page, which `make generate` writes, and the address of the service.

import type { CredentialLocation } from '../client/contract.ts'
import type { ParameterStyle } from '../core/contract/contract.ts'
import type { CodeSample } from './sample-token.ts'

export interface TryItOperation {
  operationId: string
  summary: string
  /** HTTP method in upper case. */
  method: string
  /** Path, including the path of the server. */
  path: string
  parameters: CallParameter[]
  /** A request needs all credentials of one alternative. Empty if the operation needs none. */
  alternatives: CallCredential[][]
  bodies: CallBody[]
  isBodyRequired: boolean
  samples: CodeSample[]
}

export interface CallCredential extends CredentialLocation {
  scheme: string
}

export interface CallParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  isRequired: boolean
  isDeprecated: boolean
  /** Whether an empty value differs in meaning from no value. */
  allowEmptyValue: boolean
  /** Default: a scalar. */
  kind?: 'array' | 'object' | 'json'
  style: ParameterStyle
  /** Example as a user writes it; empty if there is none. */
  example: string
  description: string
}

export interface CallBody {
  /** Media type of the body; an example of the range, if the contract has a range. */
  mediaType: string
  /** Range of media types, such as `image/*`. Default: none. */
  range?: string
  /** Example of the body; of a form, its fields as JSON, without files. */
  example: string
  /** Files of a form. */
  files: { name: string; isRequired: boolean; isArray: boolean }[]
  /** Description of each field, in one line. */
  fields: string[]
}

/**
 * @param page The URL of the docs page, such as `https://items.example/api/docs#/section/paging`.
 * @returns The address of the service, such as `https://items.example/api`; `undefined` for a file, and for an address
 *   that a code sample could not quote safely.
 */
export function serviceBaseUrl(page: string): string | undefined {
  if (!URL.canParse('.', page)) return undefined
  const address = new URL('.', page).href.replace(/\/$/, '')
  return /^https?:\/\/[\w.~%:/[\]-]+$/.test(address) ? address : undefined
}

/** Quotes a string for the shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Replaces the origin in code samples. @param origin The origin in the contract. @param baseUrl The service address. */
export function replaceOrigin(call: TryItOperation, origin: string, baseUrl: string): TryItOperation {
  const samples = call.samples.map(({ lang, source }) => ({ lang, source: source.replaceAll(origin, () => baseUrl) }))
  return { ...call, samples }
}

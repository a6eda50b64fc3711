// The address of the service, as the docs page shows it: the one that served the page.

import type { Call } from './call.ts'

/**
 * @param page The URL of the docs page, such as `https://items.example/api/docs#/section/paging`.
 * @returns The address of the service, such as `https://items.example/api`; `undefined` for a file, and for an address
 *   that a code sample could not quote safely.
 */
export function serviceAddress(page: string): string | undefined {
  if (!URL.canParse('.', page)) return undefined
  const address = new URL('.', page).href.replace(/\/$/, '')
  return /^https?:\/\/[\w.~%:/[\]-]+$/.test(address) ? address : undefined
}

/** @param origin In the code samples of the contract. @param address Replaces it. */
export function atAddress(call: Call, origin: string, address: string): Call {
  const samples = call.samples.map(({ lang, source }) => ({ lang, source: source.replaceAll(origin, () => address) }))
  return { ...call, samples }
}

// The query of a page of a list.

import { percentEncoded } from './requests/texts.ts'

export function queryOf(parameters: Record<string, unknown>): string[] {
  return Object.entries(parameters).map(([name, value]) => `${name}=${percentEncoded(String(value), 'minimal')}`)
}

/** The query of the next page. */
export function linkOf({ link = '' }: Record<string, string>): string[] | undefined {
  return /^<\?([^>]+)>; rel="next"$/.exec(link)?.[1]?.split('&')
}

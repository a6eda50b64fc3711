// Identifiers of items as texts, and the queries of the pages of a list.
import { percentEncoded } from './requests/texts.ts'

/** @returns The identifier of an item as a text; `undefined` if it has none. */
export function getId(item: unknown): string | undefined {
  const { id } = Object(item)
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** A text that sorts like the identifier: integers sort as numbers. */
export function sortableId(id: string): string {
  return /^\d+$/.test(id) ? id.padStart(16, '0') : id
}

/** In the order of a list. */
export function compareIds(one: string, other: string): number {
  return sortableId(one) < sortableId(other) ? -1 : 1
}

export function toQuery(parameters: Record<string, unknown>): string[] {
  return Object.entries(parameters).map(([name, value]) => `${name}=${percentEncoded(String(value), 'minimal')}`)
}

/** The query of the next page. */
export function getLink({ link = '' }: Record<string, string>): string[] | undefined {
  return /^<\?([^>]+)>; rel="next"$/.exec(link)?.[1]?.split('&')
}

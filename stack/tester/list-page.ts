// Identifiers of items as texts, and the queries of the pages of a list.
import type { ContractOperation } from './contract/operations.ts'
import { toPairs } from './requests/parameter-text.ts'
import { percentEncoded } from './requests/texts.ts'

/** @returns The identifier of an item as a text; `undefined` if it has none. */
export function getId(item: unknown): string | undefined {
  const { id } = Object(item)
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** In the order of a list: integers sort as numbers. */
export function compareIds(one: string, other: string): number {
  const sortable = (id: string) => (/^\d+$/.test(id) ? id.padStart(16, '0') : id)
  return sortable(one) < sortable(other) ? -1 : 1
}

/** The pairs of a query. @param list Says how a list of values is written. */
export function toQuery(list: ContractOperation | undefined, values: Record<string, unknown>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const parameter = list?.parameters.find((one) => one.in === 'query' && one.name === name)
    if (parameter && Array.isArray(value)) return toPairs(parameter, value)
    return `${name}=${percentEncoded(String(value), 'minimal')}`
  })
}

/** The query of the next page. */
export function getLink({ link = '' }: Record<string, string>): string[] | undefined {
  return /^<\?([^>]+)>; rel="next"$/.exec(link)?.[1]?.split('&')
}

/** The position after which the page of a query begins, as texts. */
export function getPosition(query: string[]): { id: string | null; value: string | null } {
  const pairs = new URLSearchParams(query.join('&'))
  return { id: pairs.get('after'), value: pairs.get('afterValue') }
}

// Names of query parameters that say which range of a field a list has.

import type { ListParameter } from '../core/contract/contract-data.ts'

type Range = Extract<ListParameter, { min: string } | { max: string }>

const ends = { Since: 'min', Min: 'min', Until: 'max', Max: 'max' } as const

/** @param fields Of the item. @returns The range: `createdSince` is that of `created`, or else of `createdAt`. */
export function rangeFromName(name: string, fields: string[]): Range | undefined {
  const found = Object.entries(ends).find(([end]) => name.endsWith(end))
  if (found === undefined) return undefined
  const [suffix, end] = found
  const stem = name.slice(0, -suffix.length)
  const field = [stem, `${stem}At`].find((one) => fields.includes(one))
  if (field === undefined) return undefined
  return end === 'min' ? { min: field } : { max: field }
}

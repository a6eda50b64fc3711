// Values of the parameters of a list, from the items that exist when the list is read.
import * as fc from 'fast-check'
import { toWords } from '../core/resources/words.ts'
import type { Caller, Fields } from './caller.ts'
import { getSorts, isOneValue, type ListParameter } from './contract/list-parameters.ts'
import { isValid } from './requests/values.ts'

type Numbers = [number, number, number]
const numbers = fc.tuple(fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }))

/** Chooses values of some of the parameters. */
export function choices(parameters: ListParameter[], most = 3): fc.Arbitrary<(caller: Caller) => Fields> {
  const some = fc.subarray(parameters, { maxLength: Math.min(most, parameters.length) })
  return fc.tuple(some, numbers).map(([chosen, drawn]) => (caller) => {
    const items = [...caller.items.values()].map(({ item }) => item)
    // Two services have other times.
    const times = caller.session.target.second ? caller.collection.times : []
    const given = chosen.map((one) => [one, getValue(one, items, drawn, times)] as const)
    const isSent = ([{ parameter }, value]: (typeof given)[number]) =>
      value !== undefined &&
      isValid(parameter.schema, value) &&
      (value !== '' || parameter.written.allowEmptyValue === true) &&
      isShort(value)
    return Object.fromEntries(given.filter(isSent).map(([{ parameter }, value]) => [parameter.name, value]))
  })
}

function getValue(one: ListParameter, items: Fields[], [first, second, third]: Numbers, without: string[]): unknown {
  if (one.by === 'sort')
    return pick(
      getSorts(one).filter((sort) => !without.includes(sort.replace(/^-/, ''))),
      first,
    )
  if (one.by === 'search') {
    const texts = one.fields.map((field) => pick(items, first)?.[field])
    const words = texts.flatMap((text) => (typeof text === 'string' ? toWords(text) : []))
    const beginning = Array.from(pick(words, second) ?? '').slice(0, 1 + (third % 4))
    return [beginning.join(''), ...words.slice(0, second % 2)].join(' ')
  }
  if (without.includes(one.field)) return undefined
  const values = [first, second].map((index) => pick(items, index)?.[one.field])
  if (!isOneValue(one)) {
    const known = values.filter((value) => value !== '' && value !== null && value !== undefined)
    return known.length === 0 ? undefined : [...new Set(known)]
  }
  return one.by === 'max' ? values[1] : values[0]
}

/** A query must not become too long. */
function isShort(value: unknown): boolean {
  return encodeURIComponent(String(value)).length < 600
}

export function pick<T>(values: T[], index = 0): T | undefined {
  return values[index % values.length]
}

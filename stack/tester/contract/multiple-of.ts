// The keyword multipleOf of the contract tester: the library compares doubles, so -0.18 is not a multiple of 0.01 for it.
import { addKeyword, getKeyword } from '@hyperjump/json-schema/experimental'
import { typeOf, value } from '@hyperjump/json-schema/instance/experimental'

/** Replaces the keyword of the library. */
export function compareDecimals(): void {
  const keyword = getKeyword<number>('https://json-schema.org/keyword/multipleOf')
  addKeyword({
    ...keyword,
    interpret: (step, instance) => typeOf(instance) !== 'number' || isMultiple(value<number>(instance), step),
  })
}

/** A quotient of two doubles differs from that of their decimals in its last bits only. */
function isMultiple(number: number, step: number): boolean {
  const quotient = number / step
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 * Number.EPSILON
}

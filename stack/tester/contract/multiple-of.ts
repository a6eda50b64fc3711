// The keyword multipleOf of the contract tester: the library divides doubles, so -0.18 is not a multiple of 0.01 for it. This
// one compares decimals, in another way than the validators of the service.
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

function isMultiple(number: number, step: number): boolean {
  const [one, other] = [decimalOf(number), decimalOf(step)]
  const exponent = Math.min(one.exponent, other.exponent)
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent)
  return scaled(one) % scaled(other) === 0n
}

/** The digits, times ten to the power of the exponent. */
interface Decimal {
  digits: bigint
  exponent: number
}

function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent] = number.toExponential().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

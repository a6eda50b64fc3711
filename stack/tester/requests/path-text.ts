// Texts of parameters of a path that name no item.
import type * as fc from 'fast-check'
import type { ContractOperation, ContractParameter } from '../contract/operations.ts'
import { textOf } from './parameter-text.ts'
import { validValue } from './parameter-values.ts'
import { percentEncoded } from './values.ts'

/** Valid values, percent-encoded. Beside a text in the same segment, a value has no character of that text. */
export function pathText({ path }: ContractOperation, parameter: ContractParameter): fc.Arbitrary<string> {
  const segment = path.split('/').find((one) => one.includes(`{${parameter.name}}`)) ?? ''
  const beside = segment.replace(/\{[^{}]+\}/g, '')
  return validValue(parameter)
    .filter((value) => !/^\.{0,2}$/.test(String(value)) && ![...beside].some((one) => String(value).includes(one)))
    .map((value) => textOf(parameter, value, (text) => percentEncoded(text, 'all')))
}

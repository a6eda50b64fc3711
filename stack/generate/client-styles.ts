// How the client and the samples write parameters. They know what is usual (stack/client/parameter-text.ts).

import type { ParameterStyle } from '../client/parameter-text.ts'
import { literal } from './code.ts'
import type { Contract, Operation, Parameter } from './contract.ts'
import { parameterType } from './parameter-types.ts'

/** @returns The styles that are not usual, as a property; nothing if there are none. The client leaves cookies to its transport. */
export function clientStyles(contract: Contract, { parameters }: Operation): string {
  const groups = (['path', 'query', 'header'] as const).flatMap((group) => {
    const styles = parameters.flatMap((one) => {
      const style = one.in === group ? clientStyle(contract, one) : undefined
      return style === undefined ? [] : [[one.name, style] as const]
    })
    return styles.length === 0 ? [] : [[group, Object.fromEntries(styles)] as const]
  })
  return groups.length === 0 ? '' : ` styles: ${literal(Object.fromEntries(groups))},`
}

/** @returns `undefined` for the usual style. */
export function clientStyle(contract: Contract, parameter: Parameter): ParameterStyle | undefined {
  const type = parameterType(contract, parameter)
  if (typeof type !== 'object' || Array.isArray(type)) return undefined
  const { items: _, types: __, properties: ___, others: ____, separator, ...rest } = type
  const isUsual = separator === undefined || (separator === ',' && parameter.in !== 'query')
  const style = { ...rest, ...(!isUsual && { separator: encoded[separator] ?? separator }) }
  return Object.keys(style).length === 0 ? undefined : style
}

/** A URL cannot have a space, and should have no bar. */
const encoded: Record<string, string> = { ' ': '%20', '|': '%7C' }

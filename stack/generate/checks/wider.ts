// Whether a schema allows values that another one refuses, as far as their keywords show it.

import type { Contract, Reference, Schema } from '../contract.ts'
import { composing } from '../find-collections.ts'
import { errorOf } from './values.ts'

type Keyword = 'maxLength' | 'minLength' | 'maxItems' | 'minItems' | 'maximum' | 'minimum'

const bounds: Keyword[] = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'minimum']
const constraints = ['pattern', 'format'] as const

/** @returns A keyword of the narrow schema that the wide one does not have. `null` is not compared. */
export function widerKeyword(contract: Contract, wide: Schema, narrow: Schema): string | undefined {
  const [one, other] = [withoutNull(wide), withoutNull(narrow)]
  if (composing.some((keyword) => keyword in one || keyword in other)) return undefined
  const values = 'const' in one ? [one.const] : one.enum
  if (values !== undefined) {
    const isRefused = (value: unknown) => value !== null && errorOf(contract, other, value) !== undefined
    return values.some(isRefused) ? 'enum' : undefined
  }
  if ('const' in other || 'enum' in other) return 'enum'
  if (!typesOf(one).every((type) => typesOf(other).includes(type))) return 'type'
  return constraints.find((name) => other[name] !== undefined && one[name] !== other[name]) ?? bounds.find(isWider)

  function isWider(name: Keyword): boolean {
    const { [name]: limit } = other
    const { [name]: given } = one
    if (limit === undefined) return false
    return given === undefined || (name.startsWith('max') ? given > limit : given < limit)
  }
}

function withoutNull(schema: Schema): Schema {
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []).filter((one: Reference<Schema>) => {
    return !('type' in one) || one.type !== 'null'
  })
  const [one, ...others] = alternatives
  return one !== undefined && others.length === 0 && !('$ref' in one) ? one : schema
}

function typesOf({ type }: Schema): string[] {
  const all = [type].flat().flatMap((one) => (one === undefined || one === 'null' ? [] : one))
  return all.includes('number') ? [...all, 'integer'] : all
}

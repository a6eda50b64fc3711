// Removes what a schema does not declare, at any depth: the contract may have dropped or renamed a property.
import type { ShapeData } from './contract.ts'
import { escapeToken } from './json-pointer.ts'

/** Called with the JSON Pointer of each removed property. `*`: any array index, or name of `additionalProperties`. */
type OnUnknown = (pointer: string) => void

/** @returns The same value if everything in it is declared. */
export function stripUnknown<T>(shape: ShapeData | undefined, value: T, onUnknown?: OnUnknown): T {
  // An object without its unknown properties has the same type.
  return shape === undefined ? value : (strip(shape, value, onUnknown, '') as typeof value)
}

function strip(shape: ShapeData, value: unknown, onUnknown: OnUnknown | undefined, pointer: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return stripProperties(shape, value, onUnknown, pointer)
  const { items } = shape
  if (!items) return value
  const at = onUnknown ? `${pointer}/*` : ''
  const stripped = value.map((item) => strip(items, item, onUnknown, at))
  return stripped.some((item, index) => item !== value[index]) ? stripped : value
}

function stripProperties(
  { properties, additionalProperties }: ShapeData,
  value: object,
  onUnknown: OnUnknown | undefined,
  pointer: string,
): object {
  if (properties === undefined) return value
  let changed: Map<string, unknown> | undefined
  for (const name in value) {
    const { [name]: property } = properties
    // Nothing that an object inherits is null.
    if (property === null) continue
    const isNamed = Object.hasOwn(properties, name)
    const shape = isNamed ? property : additionalProperties
    if (shape === null) continue
    const at = onUnknown ? `${pointer}/${isNamed || additionalProperties === undefined ? escapeToken(name) : '*'}` : ''
    if (shape === undefined) {
      onUnknown?.(at)
      changed ??= new Map(Object.entries(value))
      changed.delete(name)
      continue
    }
    const member = value[name as keyof typeof value]
    const stripped = strip(shape, member, onUnknown, at)
    if (stripped === member) continue
    changed ??= new Map(Object.entries(value))
    changed.set(name, stripped)
  }
  return changed === undefined ? value : Object.fromEntries(changed)
}

// Leaves out what a schema does not declare, at any depth: the contract may have dropped or renamed a property.
import type { ShapeData } from './contract-data.ts'
import { escapeToken } from './json-pointer.ts'

/**
 * @param onUndeclared Called with each place that is left out: a JSON Pointer, with `*` for any position in an array,
 *   and for any name that callers choose.
 * @returns The same value if everything in it is declared.
 */
export type Declared = <T>(value: T, onUndeclared?: (place: string) => void) => T

interface Shape {
  /** `undefined`: every property is declared. `null`: so is everything in this one. */
  properties: Map<string, Shape | null> | undefined
  /** Of properties with other names; `undefined` if they are not declared. */
  others: Shape | null | undefined
  items: Shape | null
}

type OnUndeclared = Parameters<Declared>[1]

export function compileDeclared(data: ShapeData | undefined): Declared {
  const shape = compile(data ?? null)
  // An object that has lost undeclared properties has the same type.
  return (value, onUndeclared) => (shape === null ? value : (declared(shape, value, onUndeclared, '') as typeof value))
}

function compile(data: ShapeData | null): Shape | null {
  if (data === null) return null
  const { properties, others, items = null } = data
  const compiled = properties && Object.entries(properties).map(([name, one]) => [name, compile(one)] as const)
  return {
    properties: compiled && new Map(compiled),
    others: others === undefined ? undefined : compile(others),
    items: compile(items),
  }
}

function declared(shape: Shape, value: unknown, onUndeclared: OnUndeclared, place: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return declaredProperties(shape, value, onUndeclared, place)
  const { items } = shape
  if (items === null) return value
  const at = onUndeclared ? `${place}/*` : ''
  const kept = value.map((item) => declared(items, item, onUndeclared, at))
  return kept.some((item, index) => item !== value[index]) ? kept : value
}

function declaredProperties(
  { properties, others }: Shape,
  value: object,
  onUndeclared: OnUndeclared,
  place: string,
): object {
  if (properties === undefined) return value
  let changed: Map<string, unknown> | undefined
  for (const name in value) {
    const known = properties.get(name)
    const shape = known === undefined ? others : known
    if (shape === null) continue
    const at = onUndeclared ? `${place}/${known === undefined && others !== undefined ? '*' : escapeToken(name)}` : ''
    if (shape === undefined) {
      onUndeclared?.(at)
      changed ??= new Map(Object.entries(value))
      changed.delete(name)
      continue
    }
    const member = value[name as keyof typeof value]
    const kept = declared(shape, member, onUndeclared, at)
    if (kept === member) continue
    changed ??= new Map(Object.entries(value))
    changed.set(name, kept)
  }
  return changed === undefined ? value : Object.fromEntries(changed)
}

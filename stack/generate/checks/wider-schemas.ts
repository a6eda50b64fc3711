// Whether a schema allows values that another one refuses, as far as their keywords show it.

import { knownFormats, toError } from '../ajv.ts'
import { type Node, toList, toNode } from '../complete/node.ts'
import type { Contract } from '../contract.ts'
import { composing } from '../find-collections.ts'

interface Comparison {
  /** A merge patch: what it leaves out stays, and null removes. */
  isPatch?: boolean
  /** Inside an object or an array, null is a value like any other. */
  isNested?: boolean
}

/** Bounds without a value allow everything. */
const least = ['minLength', 'minItems', 'minProperties']
const most = ['maxLength', 'maxItems', 'maxProperties']

/** @returns A keyword of the narrow schema that the wide one does not have. Both are without references. */
export function widerKeyword(
  contract: Contract,
  wide: object,
  narrow: object,
  how: Comparison = {},
): string | undefined {
  const keepsNull = how.isNested === true && !how.isPatch
  const [one, other] = [withNull({ ...wide }, keepsNull), withNull({ ...narrow }, keepsNull)]
  if (isSame(one, other)) return undefined
  const composed = composing.find((keyword) => keyword in other && !isSame(one[keyword], other[keyword]))
  if (composed !== undefined) return composed
  const added = ['oneOf', 'anyOf', 'allOf'].find((keyword) => keyword in one && !(keyword in other))
  if (added !== undefined) {
    const { [added]: parts, ...rest } = one
    const schemas = toList(parts).map((part): Node => ({ ...rest, ...toNode(part) }))
    const alternatives = added === 'allOf' ? [Object.assign({ ...rest }, ...schemas)] : schemas
    return getFirst(alternatives, (each) => widerKeyword(contract, each, other, how))
  }
  const values = 'const' in one ? [one.const] : one.enum
  if (values !== undefined) {
    const isRefused = (value: unknown) => value !== null && toError(contract, other, value) !== undefined
    return toList(values).some(isRefused) ? 'enum' : undefined
  }
  if ('const' in other || 'enum' in other) return 'enum'
  const known = getTypes(other)
  const isTyped = one.type !== undefined && getTypes(one).every((type) => known.includes(type))
  if (known.length > 0 && !isTyped) return 'type'
  return widerValue(contract, one, other, how) ?? widerMember(contract, one, other, how)
}

/** Of strings, numbers, and how many members there are. */
function widerValue(contract: Contract, one: Node, other: Node, { isPatch }: Comparison): string | undefined {
  const { multipleOf, format } = other
  const constraints = ['pattern', 'format', 'not', 'uniqueItems'].filter((name) => {
    // Such a format checks nothing.
    const isNumeric = name === 'format' && knownFormats[String(format)] === true
    return other[name] !== undefined && other[name] !== false && !isNumeric
  })
  const isMultiple = one.multipleOf !== undefined && toError(contract, { multipleOf }, one.multipleOf) === undefined
  const lower = least.filter((name) => !isPatch || name !== 'minProperties')
  return (
    constraints.find((name) => !isSame(one[name], other[name])) ??
    (multipleOf === undefined || isMultiple ? undefined : 'multipleOf') ??
    most.find((name) => Number(one[name] ?? Infinity) > Number(other[name] ?? Infinity)) ??
    lower.find((name) => Number(one[name] ?? 0) < Number(other[name] ?? 0)) ??
    widerBound(one, other, 'minimum', 1) ??
    widerBound(one, other, 'maximum', -1)
  )
}

/** @param sign 1 for a lower bound, -1 for an upper one. */
function widerBound(one: Node, other: Node, name: string, sign: number): string | undefined {
  const exclusive = `exclusive${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const bound = (schema: Node) => {
    const [open, closed] = [schema[exclusive], schema[name]].map((limit) => sign * Number(limit ?? -sign * Infinity))
    return { limit: Math.max(open ?? 0, closed ?? 0), isExclusive: Number(open) >= Number(closed) }
  }
  const [given, needed] = [bound(one), bound(other)]
  const isEqual = given.limit === needed.limit && needed.limit !== -Infinity
  const isWider = given.limit < needed.limit || (isEqual && needed.isExclusive && !given.isExclusive)
  return isWider ? (needed.isExclusive ? exclusive : name) : undefined
}

/** Of the properties of an object, and of the items of an array. */
function widerMember(contract: Contract, one: Node, other: Node, { isPatch }: Comparison): string | undefined {
  const [given, known] = [toNode(one.properties), toNode(other.properties)]
  const required = toList(one.required)
  if (!isPatch && toList(other.required).some((name) => !required.includes(name))) return 'required'
  const compare = (wide: Node | undefined, narrow: Node | undefined) =>
    wide && narrow && widerKeyword(contract, wide, narrow, { ...(isPatch && { isPatch }), isNested: true })
  // Nobody can send others to a closed object, and nobody gets others from one.
  const [others, knownOthers] = [getOthers(one), getOthers(other)]
  const pairs = Object.keys({ ...given, ...known }).map((name): [Node | undefined, Node | undefined] => {
    return [name in given ? toNode(given[name]) : others, name in known ? toNode(known[name]) : knownOthers]
  })
  const found = getFirst([...pairs, [others, knownOthers] as const], ([wide, narrow]) => compare(wide, narrow))
  if (found !== undefined || other.items === undefined) return found
  return widerKeyword(contract, toNode(one.items), toNode(other.items), { isNested: true })
}

/** The schema of properties with other names; `undefined` if there can be none. */
function getOthers({ additionalProperties }: Node): Node | undefined {
  return additionalProperties === false ? undefined : toNode(additionalProperties)
}

function getFirst<T>(all: T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function getTypes({ type }: Node): unknown[] {
  const all = type === undefined ? [] : [type].flat()
  return all.includes('number') ? [...all, 'integer'] : all
}

/** Null beside one other schema becomes a type of that schema, or is left out, as any null is. */
function withNull(schema: Node, isKept: boolean): Node {
  const all = toList(schema.oneOf ?? schema.anyOf).map(toNode)
  const [one, ...others] = all.filter(({ type }) => type !== 'null')
  const beside = others.length === 0 && all.length === 2 ? one : undefined
  if (isKept) return beside ? { ...beside, type: [beside.type, 'null'].flat() } : schema
  const { type, ...rest } = beside ?? schema
  return type === undefined ? rest : { ...rest, type: getTypes({ type }).filter((each) => each !== 'null') }
}

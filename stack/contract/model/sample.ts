// A valid value of a schema, the same for the same schema.

import * as fc from 'fast-check'
import { findError } from './ajv.ts'
import type { ContractModel } from './contract.ts'
import { isNode, memoize, type Node, toList, toNode, valueAt } from './node.ts'

const formatSamples: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  uuid: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
  email: 'ann@mail.example',
  hostname: 'mail.example',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://www.example/',
  'uri-reference': '/example',
  byte: 'YWJj',
}

/** No value: the schema leads back to itself, or no valid value was found. */
const none = Symbol('none')

/** Samples by the JSON of their schemas: many responses have the same. */
const samplesOf = memoize((_: ContractModel) => new Map<string, unknown>())

/** @returns A valid value; `undefined` if none is found. */
export function toSample(contract: ContractModel, schema: unknown): unknown {
  const cache = samplesOf(contract)
  const key = JSON.stringify(schema)
  if (cache.has(key)) return cache.get(key)
  const parts = toParts([schema], [])
  const samples = [false, true].values().map((isCareful) => new Sampler(contract, isCareful).getValue(parts))
  const sample = samples.find((value) => isValid(contract, parts, value))
  cache.set(key, sample)
  return sample
}

/** A schema that a value must match, and the references that lead to it. */
interface Part {
  schema: Node
  ancestors: readonly string[]
}

/** A part without references and allOf. A value must also match one of `options`. */
interface Leaf extends Part {
  options?: unknown[]
}

/** Maximum number of nested references around an optional property in a sample. */
const maxDepth = 6

/** Keywords that apply only to values of one type. */
const typeKeywords = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'propertyNames', 'patternProperties'],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'uniqueItems'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

class Sampler {
  readonly #contract: ContractModel
  readonly #isCareful: boolean
  /** Values by the JSON of their parts. */
  readonly #values = new Map<string, unknown>()

  /** @param isCareful Checks each part of a sample. Otherwise takes the first candidate, which is faster. */
  constructor(contract: ContractModel, isCareful: boolean) {
    this.#contract = contract
    this.#isCareful = isCareful
  }

  /** @returns A value that matches all parts, or `none`; `undefined` if any value does. */
  getValue(parts: Part[]): unknown {
    const key = JSON.stringify(parts)
    if (!this.#values.has(key)) this.#values.set(key, this.#findValue(parts))
    return this.#values.get(key)
  }

  #findValue(parts: Part[]): unknown {
    const examples = parts.flatMap(({ schema }) => this.#getExamples(schema))
    const example = examples.find((example) => isValid(this.#contract, parts, example))
    if (example !== undefined) return example
    const leaves = this.#flatten(parts)
    if (leaves === undefined) return none
    for (const value of this.#getCandidates(leaves))
      if (this.#isCareful ? isValid(this.#contract, parts, value) : value !== none) return value
    return none
  }

  /** Returns the examples, default and const of a schema, or of the schema that it refers to. */
  #getExamples(schema: Node): unknown[] {
    const {
      examples,
      example,
      default: preset,
      const: constant,
    } = { ...this.#contract.resolve<Node>(schema), ...schema }
    return [...toList(examples), example, preset, constant].filter((value) => value !== undefined && value !== null)
  }

  /** @returns The parts without references and allOf; `undefined` if a part contains itself. */
  #flatten(parts: Part[]): Leaf[] | undefined {
    const leaves: Leaf[] = []
    for (const { schema, ancestors } of parts) {
      const { $ref, allOf, oneOf, anyOf, if: condition, then: onTrue = {}, else: onFalse = {}, ...siblings } = schema
      const isReference = typeof $ref === 'string'
      if (isReference && ancestors.includes($ref)) return undefined
      const target = isReference ? toParts([valueAt(this.#contract.document, $ref)], [...ancestors, $ref]) : []
      const inner = this.#flatten([...target, ...toParts(toList(allOf), ancestors)])
      if (inner === undefined) return undefined
      const choices = [oneOf, anyOf, condition && [{ allOf: [condition, onTrue] }, onFalse]].filter(Array.isArray)
      leaves.push(...inner, ...choices.map((options) => ({ schema: {}, ancestors, options })), {
        schema: siblings,
        ancestors,
      })
    }
    return leaves
  }

  *#getCandidates(leaves: Leaf[]): Generator<unknown> {
    const index = leaves.findIndex(({ options }) => options)
    const { options, ancestors = [] } = leaves[index] ?? {}
    if (options === undefined) return yield* this.#getTypedValues(leaves)
    for (const option of toParts(options, ancestors)) {
      const selected = this.#flatten([option])
      if (selected) yield* this.#getCandidates(leaves.toSpliced(index, 1, ...selected))
    }
  }

  *#getTypedValues(leaves: Part[]): Generator<unknown> {
    const examples = leaves.flatMap(({ schema }) => this.#getExamples(schema)).filter((value) => !isNode(value))
    yield* examples.filter((example) => isValid(this.#contract, leaves, example))
    const lists = [...valuesOf(leaves, 'enum').map(toList), ...valuesOf(leaves, 'const').map((value) => [value])]
    if (lists[0]) return yield* lists[0].filter((value) => lists.every((list) => includesEqual(list, value)))
    const types = valuesOf(leaves, 'type').map((value) => [value].flat())
    const isCommon = (type: unknown) =>
      types.every((list) => list.includes(type) || (type === 'integer' && list.includes('number')))
    const impliedTypes = Object.entries(typeKeywords).flatMap(([type, keywords]) => {
      return keywords.some((keyword) => valuesOf(leaves, keyword).length > 0) ? type : []
    })
    const candidates = types.length > 0 ? types.flat().filter(isCommon) : [...impliedTypes.slice(0, 1), undefined]
    for (const type of candidates.toSorted((first, second) => Number(first === 'null') - Number(second === 'null'))) {
      if (type === 'object') yield* this.#getObjects(leaves)
      else if (type === 'array') yield this.#getArray(leaves)
      else if (type === 'string') yield* getStrings(leaves)
      else if (type === 'integer' || type === 'number') yield* this.#getNumbers(leaves)
      else yield type === 'boolean' ? true : type === 'null' ? null : undefined
    }
  }

  *#getObjects(leaves: Part[]): Generator<unknown> {
    for (const hasOptional of [true, false])
      for (const usesExamples of [true, false]) yield this.#getObject(leaves, hasOptional, usesExamples)
  }

  /** @returns `none` if a required property has no value. */
  #getObject(leaves: Part[], hasOptional: boolean, usesExamples: boolean): unknown {
    const properties = new Map<string, Part[]>()
    for (const leaf of leaves) {
      const examples = usesExamples ? this.#getExamples(leaf.schema).filter(isNode) : []
      const example = examples.find((example) => isValid(this.#contract, [leaf], example))
      const members = Object.entries(example ?? toNode(leaf.schema.properties))
      for (const [name, schema] of members)
        properties.set(name, [
          ...(properties.get(name) ?? []),
          ...toParts([example ? { const: schema } : schema], leaf.ancestors),
        ])
    }
    const required = new Set(valuesOf(leaves, 'required').flatMap(toList).map(String))
    // A schema can require a property that it does not describe.
    for (const name of required) if (!properties.has(name)) properties.set(name, getAdditionalParts(leaves, name))
    const value: Node = {}
    for (const [name, parts] of properties) {
      const isDeep = parts.some(({ ancestors }) => ancestors.length > maxDepth)
      if (!required.has(name) && (!hasOptional || isDeep)) continue
      const sample = this.getValue(parts)
      if (sample === none && required.has(name)) return none
      if (sample !== none && (sample !== undefined || required.has(name)))
        value[name] = sample === undefined ? 'text' : sample
    }
    return this.#addProperties(leaves, value)
  }

  #addProperties(leaves: Part[], value: Node): unknown {
    const min = Math.max(0, ...valuesOf(leaves, 'minProperties').map(Number))
    const [pattern] = valuesOf(leaves, 'patternProperties').flatMap((value) => Object.keys(toNode(value)))
    const names = [...partsOf(leaves, 'propertyNames'), ...toParts([{ type: 'string', pattern }], [])]
    while (Object.keys(value).length < min) {
      const name = this.#getDifferent(names, Object.keys(value))
      const sample = name === none ? none : this.getValue(getAdditionalParts(leaves, String(name)))
      if (sample === none) return none
      value[String(name)] = sample
    }
    return value
  }

  /** Returns a value that is not one of `excluded`. */
  #getDifferent(parts: Part[], excluded: unknown[]): unknown {
    const exclusion = excluded.length === 0 ? [] : toParts([{ not: { enum: excluded } }], [])
    return new Sampler(this.#contract, true).getValue([...parts, ...exclusion])
  }

  /** Returns an array that ends before the first item that has no value. */
  #getArray(leaves: Part[]): unknown[] {
    const max = Math.min(...valuesOf(leaves, 'maxItems').map(Number))
    const min = Math.min(max, Math.max(1, ...valuesOf(leaves, 'minItems').map(Number)))
    const contained = partsOf(leaves, 'contains')
    const first = leaves.flatMap(({ schema, ancestors }) => toParts(toList(schema.prefixItems), ancestors))
    const matching = contained.length === 0 ? 0 : Number(valuesOf(leaves, 'minContains')[0] ?? 1)
    const isUnique = valuesOf(leaves, 'uniqueItems').includes(true)
    const items: unknown[] = []
    for (let index = 0; index < Math.max(min, first.length + matching); index++) {
      const described = index < first.length ? first.slice(index, index + 1) : partsOf(leaves, 'items')
      const parts = index >= first.length && index < first.length + matching ? [...described, ...contained] : described
      const item = isUnique && index > 0 ? this.#getDifferent(parts, items) : this.getValue(parts)
      if (item === none) break
      items.push(item)
    }
    return items
  }

  /** Yields the valid numbers among 1, the step, 0, and numbers near the bounds. */
  *#getNumbers(leaves: Part[]): Generator<number> {
    const isNumber = (bound: unknown) => typeof bound === 'number'
    const getBounds = (...names: string[]) => names.flatMap((name) => valuesOf(leaves, name)).filter(isNumber)
    const low = getBounds('minimum', 'exclusiveMinimum')
    const high = getBounds('maximum', 'exclusiveMaximum')
    const [step = 1] = getBounds('multipleOf')
    const near = [...low, ...high].flatMap((bound) => [bound, bound + step, bound - step])
    const numbers = [...near, (Math.max(...low) + Math.min(...high)) / 2].filter(Number.isFinite)
    const rounded = numbers.flatMap((bound) => [Math.ceil(bound / step) * step, Math.floor(bound / step) * step])
    const sorted = [...numbers, ...rounded].toSorted((first, second) => Math.abs(first) - Math.abs(second))
    yield* [1, step, 0, ...sorted].values().filter((number) => isValid(this.#contract, leaves, number))
  }
}

function isValid(contract: ContractModel, parts: Part[], value: unknown): boolean {
  const schemas = parts.map(({ schema }) => schema)
  return (
    value !== none && findError(contract, schemas.length === 1 ? schemas[0] : { allOf: schemas }, value) === undefined
  )
}

function toParts(schemas: unknown[], ancestors: readonly string[]): Part[] {
  return schemas.map((schema) => ({ schema: toNode(schema), ancestors }))
}

function valuesOf(leaves: Part[], keyword: string): unknown[] {
  return leaves.flatMap(({ schema }) => (schema[keyword] === undefined ? [] : [schema[keyword]]))
}

function partsOf(leaves: Part[], keyword: string): Part[] {
  return leaves.flatMap(({ schema, ancestors }) => (keyword in schema ? toParts([schema[keyword]], ancestors) : []))
}

/** Returns the schemas of a property that `properties` does not list. Default: any string. */
function getAdditionalParts(leaves: Part[], name: string): Part[] {
  const parts = leaves.flatMap(({ schema: { patternProperties, additionalProperties }, ancestors }) => {
    const patterns = Object.entries(toNode(patternProperties)).filter(([patternProperty]) =>
      new RegExp(patternProperty, 'u').test(name),
    )
    const schemas = patterns.length > 0 ? patterns.map(([, pattern]) => pattern) : [additionalProperties].filter(isNode)
    return toParts(schemas, ancestors)
  })
  return parts.length > 0 ? parts : toParts([{ type: 'string' }], [])
}

function includesEqual(list: unknown[], value: unknown): boolean {
  return list.some((element) => JSON.stringify(element) === JSON.stringify(value))
}

function* getStrings(leaves: Part[]): Generator<string> {
  const min = Math.max(0, ...valuesOf(leaves, 'minLength').map(Number))
  const max = Math.min(...valuesOf(leaves, 'maxLength').map(Number))
  const patterns = valuesOf(leaves, 'pattern').map(String)
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'u'))
  const matches = (text: string) => expressions.every((expression) => expression.test(text))
  const [formatSample] = valuesOf(leaves, 'format').flatMap((format) => formatSamples[String(format)] ?? [])
  const padded = ['.', 'x', '1'].map((filler) => 'text'.padEnd(min, filler).slice(0, max))
  yield* (formatSample === undefined ? padded : [formatSample]).filter(matches)
  const [pattern = `^[a-z0-9]{${Math.max(min, 1)},${Math.min(max, min + 9)}}$`] = patterns
  const hasValidLength = ({ length }: string) => length >= min && length <= max
  yield* getMatching(pattern).filter((text) => matches(text) && hasValidLength(text))
}

/** Yields candidates for a pattern. */
function* getMatching(pattern: string): Generator<string> {
  // fast-check 4 does not support all lookarounds. Without them, some strings still match the pattern.
  for (const source of [pattern, pattern.replaceAll(/\(\?<?[=!](?:[^()\\]|\\.)*\)/g, '')])
    try {
      const strings = fc.stringMatching(new RegExp(source, 'u'))
      for (const numRuns of [1, 1000]) yield* fc.sample(strings, { seed: 1, numRuns })
      return
    } catch {
      // Try the next source.
    }
}

// Examples: that of the contract, or else a valid value, the same for the same schema.

import * as fc from 'fast-check'
import { type BodyKind, bodyKind } from '../core/contract/media-types.ts'
import { toError } from './ajv.ts'
import { type Body, getBodies, problemMediaType } from './bodies.ts'
import { isNode, type Node, once, toList, toNode } from './complete/node.ts'
import type { Contract, MediaType, ResponseEntry } from './contract.ts'

const texts: Record<string, string> = {
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

/** No value: the schema leads back to itself. */
const endless = Symbol('endless')

/** By the JSON of their schemas: many responses have the same. */
const samplesOf = once((_: Contract) => new Map<string, unknown>())

/** @returns A valid value; `undefined` if none is found. */
export function toSample(contract: Contract, schema: unknown): unknown {
  const ofContract = samplesOf(contract)
  const key = JSON.stringify(schema)
  if (ofContract.has(key)) return ofContract.get(key)
  const value = valueAt(contract, schema, [])
  const sample = isValid(contract, schema, value) ? value : undefined
  ofContract.set(key, sample)
  return sample
}

function isValid(contract: Contract, schema: unknown, value: unknown): boolean {
  return value !== endless && toError(contract, schema, value) === undefined
}

function valueAt(contract: Contract, schema: unknown, above: string[]): unknown {
  const { $ref, ...beside } = toNode(schema)
  if (typeof $ref !== 'string') return valueIn(contract, beside, above)
  if (above.includes($ref)) return endless
  return valueIn(contract, { ...contract.resolve<Node>({ $ref }), ...beside }, [...above, $ref])
}

function valueIn(contract: Contract, schema: Node, above: string[]): unknown {
  if ('$ref' in schema) return valueAt(contract, schema, above)
  const named = ['example', 'default', 'const'].filter((name) => name in schema).map((name) => schema[name])
  const given = [...toList(schema.examples), ...named].find((one) => one != null && isValid(contract, schema, one))
  if (given !== undefined) return given
  const inside = (part: unknown) => valueAt(contract, part, above)
  const { oneOf, anyOf, allOf, enum: choices, type } = schema
  if (Array.isArray(choices)) return choices[0]
  const objects = toList(allOf).map(inside)
  if (objects.includes(endless)) return endless
  const alternative = Array.from(toList(oneOf ?? anyOf), inside).find((value) => value !== endless)
  if (alternative !== undefined && typeof alternative !== 'object') return alternative
  if (objects.length > 0 || alternative !== undefined || 'properties' in schema)
    return getObject(contract, schema, above, Object.assign({}, ...objects, alternative))
  const [first] = [type].flat().filter((one) => one !== 'null')
  if (first === undefined && type !== undefined) return null
  return first === 'object' ? getObject(contract, schema, above, {}) : ofType[String(first)]?.(schema, inside, contract)
}

/** @returns `endless` if a required property is. */
function getObject(
  contract: Contract,
  { properties, required, additionalProperties }: Node,
  above: string[],
  start: object,
): unknown {
  const value: Record<string, unknown> = { ...start }
  for (const [name, property] of Object.entries(toNode(properties))) {
    const found = valueAt(contract, property, above)
    if (found === endless && toList(required).includes(name)) return endless
    if (found !== endless && found !== undefined) value[name] = found
  }
  // A schema can require a property that it does not describe.
  const open = typeof additionalProperties === 'object' ? additionalProperties : { type: 'string' }
  for (const name of toList(required).map(String)) {
    if (name in value || name in toNode(properties)) continue
    const found = valueAt(contract, open, above)
    if (found === endless) return endless
    value[name] = found
  }
  return value
}

/** @returns A string that matches; `undefined` if none is found. */
function matching(pattern: string): string | undefined {
  const expression = new RegExp(pattern, 'u')
  // fast-check 4 knows no lookaheads: some of the strings without them match, too.
  const [first, ...others] = [pattern, pattern.replaceAll(/\(\?<?[=!](?:[^()\\]|\\.)*\)/g, '')].flatMap((one) => {
    try {
      return [fc.stringMatching(new RegExp(one, 'u'))]
    } catch {
      return []
    }
  })
  if (first === undefined) return undefined
  const seed = { seed: 1, numRuns: others.length > 0 ? 1 : 1000 }
  return fc.sample(first, seed).find((text) => expression.test(text))
}

type Sampler = (schema: Node, inside: (part: unknown) => unknown, contract: Contract) => unknown

const ofType: Record<string, Sampler> = {
  string: ({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => {
    const usual = texts[String(format)] ?? 'text'.padEnd(Number(minLength), '.').slice(0, Number(maxLength))
    return typeof pattern === 'string' && !new RegExp(pattern, 'u').test(usual) ? matching(pattern) : usual
  },
  integer: toNumber,
  number: toNumber,
  boolean: () => true,
  array({ items, prefixItems, minItems = 0 }, inside) {
    const first = toList(prefixItems).map(inside)
    if (first.length > 0) return first.includes(endless) ? [] : first
    const item = inside(items)
    return item === endless ? [] : Array.from({ length: Math.max(1, Number(minItems)) }, () => item)
  },
}

/** The first valid one of several numbers near the limits. */
function toNumber(schema: Node, _: unknown, contract: Contract): number | undefined {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema
  const low = [minimum, exclusiveMinimum].filter((limit) => typeof limit === 'number')
  const high = [maximum, exclusiveMaximum].filter((limit) => typeof limit === 'number')
  const step = typeof multipleOf === 'number' ? multipleOf : 1
  const near = [...low, ...high].flatMap((limit) => [limit, limit + step, limit - step])
  const all = [...near, (Math.max(...low) + Math.min(...high)) / 2].filter(Number.isFinite)
  const rounded = all.flatMap((one) => [Math.ceil(one / step) * step, Math.floor(one / step) * step])
  const sorted = [...all, ...rounded].toSorted((one, other) => Math.abs(one) - Math.abs(other))
  return [1, step, 0, ...sorted].find((one) => isValid(contract, schema, one))
}

/** The example that a contract gives for a parameter or a body, beside its schema or in it. */
export function givenExample(
  contract: Contract,
  { schema, examples = {}, example }: Omit<MediaType, 'encoding'>,
): unknown {
  const [first] = Object.values(examples)
  const named = first && contract.resolve(first).value
  if (named !== undefined || example !== undefined) return named ?? example
  const whole = toNode(contract.wholeSchema(schema))
  return whole.const ?? whole.example ?? toList(whole.examples)[0] ?? whole.default ?? toList(whole.enum)[0]
}

/** The documented examples of a response, for mocks. */
export function getExamples(contract: Contract, entry: ResponseEntry) {
  const { response, headers } = entry
  const open = headers.filter(({ name, required, schema }) => {
    return required && name !== 'Request-Id' && contract.wholeSchema(schema).const === undefined
  })
  // A mock returns the first body, or a problem.
  const all = getBodies(contract, entry)
  const [body] = all
  const { example } = response.content?.[body?.mediaType ?? ''] ?? {}
  const used = all.filter((one) => one === body || one.mediaType === problemMediaType)
  const bodies = used.flatMap((one) =>
    Object.entries(response.content?.[one.mediaType]?.examples ?? {})
      .map(([name, reference]) => [name, contract.resolve(reference).value] as const)
      .filter(([, value]) => canReturn(contract, one, value)),
  )
  const texts = open.map(({ name, example, schema }) => {
    const value = example ?? toSample(contract, schema) ?? ''
    return [name, isNode(value) ? Object.entries(value).join() : String(value)]
  })
  const given = canReturn(contract, body, example) ? example : undefined
  const sample = bodies.length === 0 && body ? (given ?? sampleBody(contract, body)) : undefined
  return {
    headers: Object.fromEntries(texts),
    bodies: Object.fromEntries(bodies),
    ...(sample !== undefined && { sample }),
  }
}

/** A mock would return 500 for an example that its schema refuses. */
function canReturn(contract: Contract, body: Body | undefined, value: unknown): boolean {
  if (body === undefined) return false
  if (bodyKind(body.mediaType) !== 'json' && typeof value !== 'string') return false
  return body.validator === undefined || toError(contract, body.schema, value) === undefined
}

function sampleBody(contract: Contract, { mediaType, schema, validator }: Body): unknown {
  if (validator === undefined) return unchecked[bodyKind(mediaType)]
  const sample = toSample(contract, schema)
  return sample === undefined && toError(contract, schema, {}) === undefined ? {} : sample
}

/** Nothing checks these. */
const unchecked: Record<BodyKind, unknown> = { json: {}, text: 'text', form: '', multipart: '', bytes: 'bytes' }

// Rules for the nodes of the contract: what may be lost, changed or mixed up, by the kind of the node alone.
import { isAlias, isMap, isPair, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Edit } from './mutant.ts'
import { editsOf, patternOperators } from './text-operators.ts'

/** Where a node stands, and all that a rule may ask of its surroundings. */
export interface Place {
  text: string
  /** From the root, keys and indexes. */
  path: string[]
  /** What may stand where a `$ref` points: components of the same section, by pointer. */
  refs: string[]
  /** Every status the contract has. */
  statuses: string[]
}

export interface ContractOperator {
  name: string
  /** What it makes of a small contract, among others. */
  example: [before: string, after: string]
  /** The node is a pair of a map, an item of a list or a value. */
  edits: (node: unknown, place: Place) => Edit[]
}

/** Maps whose keys are names that somebody made up, and no words of OpenAPI. */
const namesUnder = [
  ...['properties', 'headers', 'content', 'examples', 'variables', 'paths', 'x-limits', 'parameters', 'schemas'],
  'securitySchemes',
]
const formats = ['uuid', 'date-time', 'email', 'int32', 'int64']
const types = ['string', 'integer', 'object', 'array', 'boolean']
const methods = ['get', 'put', 'post', 'patch', 'delete']

/** Whether the keys of the map at this path are made-up names. */
export function isNameMap(path: string[]): boolean {
  const key = path.at(-1) ?? ''
  return namesUnder.includes(key) && !isNameMap(path.slice(0, -1))
}

/** Whether this is data, an example for one, and no part of the description. */
export function isData(path: string[]): boolean {
  return path.some((key, index) => ['value', 'example'].includes(key) && !isNameMap(path.slice(0, index)))
}

/** What OpenAPI has for readers: no program behaves otherwise for it. Where it must stand, the lint says so. */
const forReaders = ['summary', 'description', 'tags', 'contact', 'license', 'bearerFormat', 'x-internal']

/** Whether the key in the map at this path is for readers. */
export function isForReaders(path: string[], key: string): boolean {
  return forReaders.includes(key) && !isNameMap(path) && !isData(path)
}

export const contractOperators: ContractOperator[] = [
  {
    name: 'drop a key',
    example: ['a:\n  b: 1\n  c: 2\n', 'a:\n  c: 2\n'],
    // A reference is all there is of its map: that is dropped one level up.
    edits: (node, { text, path }) => {
      if (!isMap(node) || node.has('$ref')) return []
      return node.items.flatMap(({ key }, index) =>
        isForReaders(path, String(key)) ? [] : [pairDropped(node, index, text)],
      )
    },
  },
  {
    name: 'drop an item',
    example: ['a: [b, c]\n', 'a: [c]\n'],
    edits: (node, { text }) => (isSeq(node) ? node.items.map((_, index) => itemDropped(node, index, text)) : []),
  },
  {
    name: 'change a number by one',
    example: ['a:\n  maximum: 100\n', 'a:\n  maximum: 101\n'],
    edits: (node, place) => {
      const value = isScalar(node) ? node.value : undefined
      if (typeof value !== 'number') return []
      return [value + 1, ...(value > 0 ? [value - 1] : [])].map((next) => valuePut(node, place.text, String(next)))
    },
  },
  {
    name: 'flip a boolean',
    example: ['a:\n  required: true\n', 'a:\n  required: false\n'],
    edits: (node, { text }) =>
      isScalar(node) && typeof node.value === 'boolean' ? [valuePut(node, text, String(!node.value))] : [],
  },
  {
    name: 'change a text',
    example: ['a:\n  const: b\n', 'a:\n  const: "bx"\n'],
    edits: (node, { text, path }) =>
      isScalar(node) && typeof node.value === 'string' && path.at(-1) !== '$ref'
        ? [valuePut(node, text, JSON.stringify(`${node.value}x`))]
        : [],
  },
  {
    name: 'change a pattern',
    example: ['a:\n  pattern: ^b$\n', 'a:\n  pattern: "b$"\n'],
    edits: (node, { text, path }) => {
      if (!isScalar(node) || typeof node.value !== 'string' || path.at(-1) !== 'pattern') return []
      const pattern = node.value
      return editsOf(patternOperators, pattern, 0).map(({ start, end, replacement }) =>
        valuePut(node, text, JSON.stringify(pattern.slice(0, start) + replacement + pattern.slice(end))),
      )
    },
  },
  {
    name: 'take another of the kind',
    example: ['a:\n  type: string\n', 'a:\n  type: integer\n'],
    edits: (node, { text, path, refs }) => {
      if (!isScalar(node) || typeof node.value !== 'string' || isData(path)) return []
      const kinds = { type: types, format: formats, $ref: refs, in: ['query', 'header'] }[path.at(-1) ?? ''] ?? []
      const twin = next(kinds, node.value, [])
      return twin === undefined ? [] : [valuePut(node, text, path.at(-1) === '$ref' ? `'${twin}'` : twin)]
    },
  },
  {
    name: 'swap a status',
    example: [
      "responses:\n  '404':\n    a: 1\n  '410':\n    a: 2\n",
      "responses:\n  '418':\n    a: 1\n  '410':\n    a: 2\n",
    ],
    edits: (node, { text, statuses }) =>
      keysOf(node, text, (key, taken) => (/^\d{3}$/.test(key) ? next([...statuses, '418'], key, taken) : undefined)),
  },
  {
    name: 'swap a method',
    example: ['/a:\n  get:\n    b: 1\n', '/a:\n  put:\n    b: 1\n'],
    edits: (node, { text, path }) =>
      path.length === 2 && path[0] === 'paths'
        ? keysOf(node, text, (key, taken) => (methods.includes(key) ? next(methods, key, taken) : undefined))
        : [],
  },
  {
    name: 'rename',
    example: ['properties:\n  b: 1\n', 'properties:\n  bX: 1\n'],
    edits: (node, { text, path }) => (isNameMap(path) || isData(path) ? keysOf(node, text, (key) => `${key}X`) : []),
  },
]

/** The one after it that is not taken. */
function next(kinds: string[], from: string, taken: string[]): string | undefined {
  const at = kinds.indexOf(from)
  if (at === -1) return undefined
  return [...kinds.slice(at + 1), ...kinds.slice(0, at)].find((kind) => !taken.includes(kind))
}

function keysOf(node: unknown, text: string, put: (key: string, taken: string[]) => string | undefined): Edit[] {
  if (!isMap(node)) return []
  const taken = node.items.map(({ key }) => String(key))
  return node.items.flatMap(({ key }) => {
    const name = put(String(key), taken)
    return name === undefined ? [] : [valuePut(key, text, /^\d+$/.test(name) ? `'${name}'` : name)]
  })
}

function valuePut(node: unknown, text: string, replacement: string): Edit {
  const [start, end] = span(node, text)
  // A block of text ends with its line.
  return { start, end, replacement: `${replacement}${text.slice(start, end).endsWith('\n') ? '\n' : ''}` }
}

/** Of a node without what follows it. */
function span(node: unknown, text: string): [start: number, end: number] {
  const range = isPair(node) ? pairRange(node) : rangeOf(node)
  return [range[0], range[0] + text.slice(...range).trimEnd().length]
}

function rangeOf(node: unknown): [start: number, end: number] {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node))
    throw new Error('A node of the contract has no place.')
  const [start, end] = node.range ?? [0, 0]
  return [start, end]
}

function pairRange({ key, value }: Pair): [start: number, end: number] {
  return [rangeOf(key)[0], rangeOf(value)[1]]
}

function pairDropped(map: YAMLMap, index: number, text: string): Edit {
  return dropped(
    map,
    map.items.map((pair) => span(pair, text)),
    index,
    '{}',
    text,
  )
}

function itemDropped(list: YAMLSeq, index: number, text: string): Edit {
  return dropped(
    list,
    list.items.map((item) => span(item, text)),
    index,
    '[]',
    text,
  )
}

function dropped(all: YAMLMap | YAMLSeq, spans: [number, number][], index: number, empty: string, text: string): Edit {
  const [own, before, after] = [spans[index], spans[index - 1], spans[index + 1]]
  if (own === undefined) throw new Error('There is no such entry.')
  if (after !== undefined) return { start: own[0], end: after[0], replacement: '' }
  if (before !== undefined) return { start: before[1], end: own[1], replacement: '' }
  const [start, end] = span(all, text)
  return { start, end, replacement: empty }
}

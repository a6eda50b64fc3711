// The mutation operators for the contract: what a careless edit may drop, change or mix up, by the kind of the node.

export interface Operator {
  name: string
  /** A small contract, and one of its mutations. */
  example: [before: string, after: string]
  /** @returns What a node may be replaced by. */
  mutate: (node: unknown, place: Place) => Replacement[]
}

export interface Replacement {
  /** What changes, for people. */
  change: string
  node: unknown
}

/** What an operator may use of the surroundings of a node. */
export interface Place {
  /** Keys and indexes from the root. */
  path: string[]
  /** Pointers to all components of the section that a `$ref` points to. */
  refs: string[]
  /** Every status in the contract. */
  statuses: string[]
}

type Node = Record<string, unknown>

const keysOfNameMaps = [
  ...['properties', 'headers', 'content', 'examples', 'variables', 'paths', 'x-limits', 'parameters', 'schemas'],
  'securitySchemes',
]
/** The lint checks that these are present. No program changes its behaviour for them. */
const keysForReaders = ['summary', 'description', 'tags', 'contact', 'license', 'bearerFormat', 'x-internal']
const types = ['string', 'integer', 'object', 'array', 'boolean']
const formats = ['uuid', 'date-time', 'email', 'int32', 'int64']
const methods = ['get', 'put', 'post', 'patch', 'delete']

const patternEdits: [find: RegExp, replacement: string][] = [
  [/^\^/g, ''],
  [/(?<!\\)\$$/g, ''],
  [/(?<=(?<!\\)\[)\^/g, ''],
  [/\\d/g, '\\D'],
  [/\\s/g, '\\S'],
  [/(?<=[\])\w])\+/g, '*'],
  [/(?<=[\])\w])\*/g, '+'],
  [/(?<=[\])\w])\*/g, ''],
  [/(?<=[\])\w])\?/g, ''],
  [/(?<=\{\d+,)\d+(?=\})/g, ''],
  [/(?<=\{)1(?=[,}])/g, '0'],
]

/** Whether the keys of the map at this path are free names, not words of OpenAPI. */
export function isNameMap(path: string[]): boolean {
  return keysOfNameMaps.includes(path.at(-1) ?? '') && !isNameMap(path.slice(0, -1))
}

/** Whether the node at this path is data, such as an example, and not part of the description. */
export function isData(path: string[]): boolean {
  return path.some((key, index) => ['value', 'example'].includes(key) && !isNameMap(path.slice(0, index)))
}

/** Whether the key in the map at this path is for human readers only. */
export function isForReaders(path: string[], key: string): boolean {
  return keysForReaders.includes(key) && !isNameMap(path) && !isData(path)
}

export function isMap(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && !Array.isArray(node)
}

export const operators: Operator[] = [
  {
    name: 'drop a key',
    example: ['{b: 1, c: 2}', '{c: 2}'],
    // A map with a $ref has no other key: it is dropped as a whole, one level up.
    mutate: (node, { path }) =>
      keysOf(node)
        .filter((key) => key !== '$ref' && !isForReaders(path, key))
        .map((key) => ({ change: key, node: withKey(node, key, undefined) })),
  },
  {
    name: 'drop an item',
    example: ['[b, c]', '[c]'],
    mutate: (node) =>
      Array.isArray(node) ? node.map((item, at) => ({ change: short(item), node: node.toSpliced(at, 1) })) : [],
  },
  {
    name: 'change a number by one',
    example: ['maximum: 100', 'maximum: 101'],
    mutate: (node) => (typeof node === 'number' ? to(node, node > 0 ? [node + 1, node - 1] : [node + 1]) : []),
  },
  {
    name: 'flip a boolean',
    example: ['required: true', 'required: false'],
    mutate: (node) => (typeof node === 'boolean' ? to(node, [!node]) : []),
  },
  {
    name: 'change a text',
    example: ['const: b', 'const: bx'],
    mutate: (node, { path }) => (typeof node === 'string' && path.at(-1) !== '$ref' ? to(node, [`${node}x`]) : []),
  },
  {
    name: 'change a pattern',
    example: ['pattern: ^b$', 'pattern: b$'],
    mutate: (node, { path }) =>
      typeof node === 'string' && path.at(-1) === 'pattern'
        ? patternEdits.flatMap(([find, text]) =>
            [...node.matchAll(find)].flatMap(({ 0: { length }, index }) =>
              to(node, [node.slice(0, index) + text + node.slice(index + length)]),
            ),
          )
        : [],
  },
  {
    name: 'use another value of the same kind',
    example: ['type: string', 'type: integer'],
    mutate: (node, { path, refs }) => {
      if (typeof node !== 'string' || isData(path)) return []
      const kinds = { type: types, format: formats, $ref: refs, in: ['query', 'header'] }[path.at(-1) ?? ''] ?? []
      const other = following(kinds, node, [])
      return other === undefined ? [] : to(node, [other])
    },
  },
  {
    name: 'swap a status',
    example: ["{'404': 1, '410': 2}", "{'418': 1, '410': 2}"],
    mutate: (node, { statuses }) =>
      renamed(node, (key, taken) => (/^\d{3}$/.test(key) ? following([...statuses, '418'], key, taken) : undefined)),
  },
  {
    name: 'swap a method',
    example: ['paths: {/a: {get: 1}}', 'paths: {/a: {put: 1}}'],
    mutate: (node, { path }) =>
      path.length === 2 && path[0] === 'paths' ? renamed(node, (key, taken) => following(methods, key, taken)) : [],
  },
  {
    name: 'rename',
    example: ['properties: {b: 1}', 'properties: {bX: 1}'],
    mutate: (node, { path }) => (isNameMap(path) || isData(path) ? renamed(node, (key) => `${key}X`) : []),
  },
]

function keysOf(node: unknown): string[] {
  return isMap(node) ? Object.keys(node) : []
}

/** The node with another name for the key, in the same place; `undefined` drops the key. */
function withKey(node: unknown, key: string, name: string | undefined): Node {
  const entries = Object.entries(isMap(node) ? node : {})
  return Object.fromEntries(entries.flatMap(([k, value]) => (k !== key ? [[k, value]] : name ? [[name, value]] : [])))
}

function renamed(node: unknown, rename: (key: string, taken: string[]) => string | undefined): Replacement[] {
  const keys = keysOf(node)
  return keys.flatMap((key) => {
    const name = rename(key, keys)
    return name === undefined ? [] : [{ change: `${key} -> ${name}`, node: withKey(node, key, name) }]
  })
}

/** The next of the kinds that is not taken. */
function following(kinds: string[], from: string, taken: string[]): string | undefined {
  const at = kinds.indexOf(from)
  if (at === -1) return undefined
  return [...kinds.slice(at + 1), ...kinds.slice(0, at)].find((kind) => kind !== from && !taken.includes(kind))
}

function to(node: unknown, others: unknown[]): Replacement[] {
  return others.map((other) => ({ change: `${short(node)} -> ${short(other)}`, node: other }))
}

function short(node: unknown): string {
  const text = (typeof node === 'string' ? node : JSON.stringify(node)).replaceAll(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

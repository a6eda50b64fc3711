// The only file that uses openapi-typescript, which needs TypeScript 5: its output is text. The types plugin of
// @hey-api/openapi-ts, or a printer of our own, could replace it.

import {
  astToString,
  createRef,
  type GlobalContext,
  type OpenAPI3,
  type OpenAPITSOptions,
  resolveRef,
  scanDiscriminators,
  stringToAST,
  transformSchema,
  transformSchemaObject,
} from 'openapi-typescript'
import { capitalWords } from '../contract/model/names.ts'
import { mapped } from '../contract/model/node.ts'
import { docComment, quoted } from './code.ts'

/** A field of a schema that describes a file. */
export const fileMark = 'x-file'

type Type = ReturnType<NonNullable<OpenAPITSOptions['postTransform']>>

/** By this package, because a node of another version of TypeScript means something else. */
function parseType(text: string): Type {
  const [alias] = stringToAST(`type Alias = ${text}`) as { type: Type }[]
  return alias?.type
}

const blob = parseType('Blob')
const objectKind = parseType('{}')?.kind

/** The options of the package. Those that are left out count as false. */
const options = {
  // A caller may leave out what has a default.
  defaultNonNullable: false,
  silent: true,
}

interface Components {
  /** Headers that a response may lack. */
  optional: Set<string>
  descriptions: Map<string, string>
}

export function getTypes(document: object, { optional, descriptions }: Components): string {
  const schema = document as OpenAPI3 // the lint has checked it
  const types = componentTypes(schema.components ?? {})
  const declarations = declareSchemas(schema, types.schemas ?? new Map())
  const declared = Object.entries(schema.components?.schemas ?? {}).filter(([name]) => declarations.has(name))
  const references = new Map(declared.map(([name, one]) => [one as object, parseType(types.schemas?.get(name) ?? '')]))
  // Its main function would lint and bundle the document with `redoc` before, which takes as long as the rest.
  const nodes = transformSchema(schema, getContext(schema, references))
  const aliases = Object.entries(types).flatMap(([group, names]) =>
    Array.from(names, ([name, type]) => {
      const alias = `type ${type} = components['${group}'][${quoted(name)}];`
      if (group !== 'schemas') return `export ${alias}\n`
      return `${docComment(descriptions.get(name) ?? '')}export ${declarations.get(name) ?? alias}\n`
    }),
  )
  // The first three are paths, webhooks and components.
  const parts = [astToString(nodes.slice(0, 3)), ...aliases, astToString(nodes.slice(3))]
  return fixHeaders(parts.join(''), optional)
}

/** Schemas that need a declaration: objects, so that editors show their names, and what leads back to itself. */
function declareSchemas(document: OpenAPI3, types: Map<string, string>): Map<string, string> {
  const ctx = getContext(document)
  const all = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    const type = transformSchemaObject(schema, { path: createRef(['components', 'schemas', name]), schema, ctx })
    return { name, isObject: type.kind === objectKind, text: astToString(type).trimEnd() }
  })
  const reference = /components\["schemas"\]\["([^"]+)"\]/g
  const others = new Map(all.flatMap(({ name, isObject, text }) => (isObject ? [] : [[name, text] as const])))
  const leadsBack = (start: string, name = start, visited = new Set<string>()): boolean =>
    Array.from((others.get(name) ?? '').matchAll(reference), ([, next = '']) => next).some((next) => {
      if (next === start || visited.has(next)) return next === start
      visited.add(next)
      return leadsBack(start, next, visited)
    })
  const declared = all.flatMap(({ name, isObject, text }): [string, string][] => {
    const type = types.get(name) ?? ''
    if (isObject) return [[name, `interface ${type} ${text}`]]
    // TypeScript resolves an indexed access at once, and a name later.
    const named = text.replaceAll(reference, (access, one) => types.get(one) ?? access)
    return leadsBack(name) ? [[name, `type ${type} = ${named};`]] : []
  })
  return new Map(declared)
}

function getContext(document: OpenAPI3, references = new Map<object, Type>()): GlobalContext {
  const context: Partial<GlobalContext> = {
    ...options,
    discriminators: scanDiscriminators(document, options),
    injectFooter: [],
    transform: (schema) => references.get(schema) ?? (fileMark in schema ? blob : undefined),
    resolve: ($ref) => resolveRef(document, $ref, options),
  }
  return context as GlobalContext
}

// openapi-typescript 7.13 allows any header in every response, and requires each header behind a reference.
function fixHeaders(text: string, optional: Set<string>): string {
  return text
    .replaceAll(/^ +\[name: string\]: unknown;\n/gm, '')
    .replaceAll(/: components\["headers"\]\["([\w-]+)"\];/g, (type, name) => (optional.has(name) ? `?${type}` : type))
}

/** What openapi-typescript refers to. All other names that it declares begin with a small letter. */
const taken = ['Blob', 'Omit', 'Record', 'WithRequired']

/** The groups of components, and the start of the names of their types. */
const groups = {
  schemas: '',
  responses: 'Response',
  parameters: 'Parameter',
  requestBodies: 'RequestBody',
  headers: 'Header',
  pathItems: 'PathItem',
}

/** @returns By group, the type of each component, all different: `user_name` is `UserName`, and `404` is `Schema404`. */
export function componentTypes(components: { [group in keyof typeof groups]?: object }) {
  const isType = (name: string) => /^[A-Z]\w*$/.test(name)
  const kept = Object.keys(components.schemas ?? {}).filter((name) => isType(name) && !taken.includes(name))
  const used = new Set([...taken, ...kept])
  const unused = (words: string): string => {
    const name = isType(words) ? words : `Schema${words}`
    let type = name
    for (let number = 2; used.has(type); number++) type = `${name}${number}`
    used.add(type)
    return type
  }
  return mapped<string, Map<string, string>>(groups, (start, group) => {
    const names = Object.keys(Object(components)[group] ?? {})
    const toType = (name: string) => {
      // `WWW-Authenticate` becomes `WwwAuthenticate`.
      const words = name.replaceAll(/(?<=[A-Z])[A-Z]+(?![a-z])/g, (letters) => letters.toLowerCase())
      return start === '' && kept.includes(name) ? name : unused(start + capitalWords(words))
    }
    return new Map(names.map((name) => [name, toType(name)]))
  })
}

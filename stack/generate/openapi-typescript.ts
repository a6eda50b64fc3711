// The only file that uses openapi-typescript, which needs TypeScript 5: its output is text. The types plugin of
// @hey-api/openapi-ts, or a printer of our own, could replace it.

import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  type OpenAPITSOptions,
  resolveRef,
  scanDiscriminators,
  stringToAST,
  transformSchema,
} from 'openapi-typescript'

/** A field of a schema that describes a file. */
export const fileMark = 'x-file'

// By this package, because a node of another version of TypeScript means something else.
const [alias] = stringToAST('type File = Blob') as { type: ReturnType<NonNullable<OpenAPITSOptions['transform']>> }[]
const blob = alias?.type

/** The options of the package. Those that are left out count as false. */
const options = {
  // A caller may leave out what has a default.
  defaultNonNullable: false,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
}

/** @param document Its files are marked. @param optional The components of headers that a response may lack. */
export function getTypes(document: object, optional: Set<string>): string {
  const schema = document as OpenAPI3 // the lint has checked it
  const context: Partial<GlobalContext> = {
    ...options,
    discriminators: scanDiscriminators(schema, options),
    injectFooter: [],
    transform: (one: object) => (fileMark in one ? blob : undefined),
    resolve: ($ref) => resolveRef(schema, $ref, options),
  }
  // Its main function would lint and bundle the document with `redoc` before, which takes as long as the rest.
  const nodes = transformSchema(schema, context as GlobalContext)
  return nameSchemas(fixHeaders(astToString(nodes), optional))
}

// openapi-typescript 7.13 allows any header in every response, and requires each header behind a reference.
function fixHeaders(text: string, optional: Set<string>): string {
  return text
    .replaceAll(/^ +\[name: string\]: unknown;\n/gm, '')
    .replaceAll(/: components\["headers"\]\["([\w-]+)"\];/g, (type, name) => (optional.has(name) ? `?${type}` : type))
}

// With `type Room = components['schemas']['Room']`, editors show all properties; with an interface, the name.
function nameSchemas(text: string): string {
  const [before = '', schemas = '', after = ''] = text.split(/^( {4}schemas: \{\n[\s\S]*?^ {4}\};\n)/m)
  let aliases = after
  const named = schemas.replaceAll(/^( {8}(\w+): )\{\n((?: {9}.*\n)*) {8}\};$/gm, (_, start, name, members) => {
    const properties = members.replaceAll(/^ {8}/gm, '')
    const alias = `export type ${name} = components['schemas']['${name}'];`
    aliases = aliases.replace(alias, () => `export interface ${name} {\n${properties}}`)
    return `${start}${name};`
  })
  return before + named + aliases
}

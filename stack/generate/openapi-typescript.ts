// The only file that uses openapi-typescript, which needs TypeScript 5. The types plugin of @hey-api/openapi-ts, or a
// custom printer, could replace it.

import {
  addJSDocComment,
  astToString,
  createRef,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  scanDiscriminators,
  transformSchema,
  transformSchemaObject,
} from 'openapi-typescript'
import ts from 'typescript'
import { capitalWords } from '../contract/model/names.ts'
import { mapValues, toNode } from '../contract/model/node.ts'
import { getOperations } from '../contract/model/operations.ts'
import { docComment, quoted } from './code.ts'

/** A field of a schema that describes a file. */
export const fileMark = 'x-file'

/** Instead of `#` in the name of an operation, where openapi-typescript 7.13 would write `/`. */
export const hashMark = '\ue000'

/** The options of the package. Omitted options count as false. */
const options = {
  // A caller may omit a property with a default.
  defaultNonNullable: false,
  silent: true,
}

/** @param document Its nodes have a `summary` instead of a `description`, which openapi-typescript would write as a tag. */
export function getTypes(document: object): string {
  const schema = document as OpenAPI3 // the lint has checked it
  const schemas = Object.entries(schema.components?.schemas ?? {})
  const types = componentTypes(schema.components ?? {})
  const getType = (name: string) => ts.factory.createTypeReferenceNode(types.schemas?.get(name) ?? name)
  const ctx = getContext(schema)
  const print = (nodes: ts.Node[]) => astToString(nodes.flatMap((node) => correctNode(node, getType) ?? []))
  const declarations = schemas.map(([name, schema]) => {
    const type = transformSchemaObject(schema, {
      path: createRef(['components', 'schemas', name]),
      schema: schema,
      ctx,
    })
    const comment = docComment(String(toNode(schema).summary ?? ''))
    return `${comment}export ${print([declare(types.schemas?.get(name) ?? name, type)])}`
  })
  // Its main function would first validate and bundle the document with Redocly, which takes as long as the rest.
  const names = new Map<unknown, ts.TypeNode>(schemas.map(([name, schema]) => [schema, getType(name)]))
  const nodes = transformSchema(schema, { ...ctx, transform: (node) => names.get(node) ?? fileType(node) })
  describeOperations(document, ctx.injectFooter)
  const { schemas: _, ...others } = types
  const aliases = Object.entries(others).flatMap(([group, names]) =>
    Array.from(names, ([name, type]) => `export type ${type} = components['${group}'][${quoted(name)}];\n`),
  )
  // The first three are paths, webhooks and components.
  return [print(nodes.slice(0, 3)), ...declarations, ...aliases, print(nodes.slice(3))].join('')
}

/** Editors show the names of interfaces. */
function declare(name: string, type: ts.TypeNode): ts.Statement {
  return ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration([], name, [], [], type.members)
    : ts.factory.createTypeAliasDeclaration([], name, [], type)
}

function getContext(document: OpenAPI3): GlobalContext {
  const context: Partial<GlobalContext> = {
    ...options,
    discriminators: scanDiscriminators(document, options),
    injectFooter: [],
    transform: fileType,
    resolve: ($ref) => resolveRef(document, $ref, options),
  }
  return context as GlobalContext
}

function fileType(schema: object): ts.TypeNode | undefined {
  return fileMark in schema ? ts.factory.createTypeReferenceNode('Blob') : undefined
}

/** openapi-typescript 7.13 describes only `paths`. The methods of the client have the descriptions of `operations`. */
function describeOperations(document: object, footer: ts.Node[]): void {
  const operations = new Map(getOperations(toNode(document)).map(({ operation }) => [operation.operationId, operation]))
  for (const member of footer.filter(ts.isInterfaceDeclaration).flatMap(({ members }) => [...members]))
    if (ts.isPropertySignature(member) && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)))
      addJSDocComment(operations.get(member.name.text) ?? {}, member)
}

/** Copies a node, with corrections for which openapi-typescript 7.13 has no option. */
function correctNode(node: ts.Node, getType: (schema: string) => ts.TypeNode): ts.Node | undefined {
  // Otherwise every response would have any header.
  if (ts.isIndexSignatureDeclaration(node) && isName(node.parameters[0]?.name, 'name')) return
  if (ts.isStringLiteral(node)) return ts.factory.createStringLiteral(node.text.replaceAll(hashMark, '#'))
  // TypeScript resolves an indexed access at once, so a schema could not lead back to itself.
  const name = schemaName(node)
  if (name !== undefined) return getType(name)
  const copy = ts.visitEachChild(node, (child) => correctNode(child, getType), undefined)
  // Editors would show indented lines as code.
  const comments = ts.getSyntheticLeadingComments(node)
  const outdented = comments?.map((comment) => ({ ...comment, text: comment.text.replaceAll('\n *     ', '\n * ') }))
  return ts.setSyntheticLeadingComments(copy, outdented)
}

/** Returns the name in `components["schemas"]["Room"]`. */
function schemaName(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return
  const { objectType: root, indexType: group } = node.objectType
  const isSchema = ts.isTypeReferenceNode(root) && isName(root.typeName, 'components') && printType(group) === 'schemas'
  return isSchema ? printType(node.indexType) : undefined
}

function printType(type: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined
}

function isName(node: ts.Node | undefined, text: string): boolean {
  return node !== undefined && ts.isIdentifier(node) && node.text === text
}

/** Types that openapi-typescript references. All other names that it declares start with a lower-case letter. */
const reservedNames = ['Blob', 'Omit', 'Record', 'WithRequired']

/** The groups of components, and the prefix of the names of their types. */
const groups = {
  schemas: '',
  responses: 'Response',
  parameters: 'Parameter',
  requestBodies: 'RequestBody',
  headers: 'Header',
  pathItems: 'PathItem',
}

/** @returns By group, the type of each component, all different: `user_name` is `UserName`, and `404` is Schema404. */
export function componentTypes(components: { [group in keyof typeof groups]?: object }) {
  const isType = (name: string) => /^[A-Z]\w*$/.test(name)
  const unchangedNames = Object.keys(components.schemas ?? {}).filter(
    (name) => isType(name) && !reservedNames.includes(name),
  )
  const usedNames = new Set([...reservedNames, ...unchangedNames])
  const toUnusedName = (words: string): string => {
    const name = isType(words) ? words : `Schema${words}`
    let type = name
    for (let number = 2; usedNames.has(type); number++) type = `${name}${number}`
    usedNames.add(type)
    return type
  }
  return mapValues<string, Map<string, string>>(groups, (prefix, group) => {
    const names = Object.keys(Object(components)[group] ?? {})
    const toType = (name: string) => {
      // `WWW-Authenticate` becomes WwwAuthenticate.
      const words = name.replaceAll(/(?<=[A-Z])[A-Z]+(?![a-z])/g, (letters) => letters.toLowerCase())
      return prefix === '' && unchangedNames.includes(name) ? name : toUnusedName(prefix + capitalWords(words))
    }
    return new Map(names.map((name) => [name, toType(name)]))
  })
}

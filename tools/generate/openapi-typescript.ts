// The only file that uses openapi-typescript. Its output is text, so that the rest of the project needs neither this package
// nor TypeScript 5, whose nodes it is made of. Decision 0027 says what would replace it.

import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

/** @param document OpenAPI 3.1. @param optional The components of headers that a response may lack. */
export async function typesOf(document: object, optional: Set<string>): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  })
  return astToString(nameSchemas(nodes.map((node) => fixHeaders(node, optional))))
}

// openapi-typescript 7.13 allows any header in every response (`[name: string]: unknown`), so also a misspelt one. And it
// makes every header behind a reference required.
function fixHeaders(root: ts.Node, optional: Set<string>): ts.Node {
  const { transformed } = ts.transform(root, [
    (context) => (node) => ts.visitNode(node, headerFixer(context, optional)),
  ])
  return transformed[0] ?? root
}

function headerFixer(context: ts.TransformationContext, optional: Set<string>) {
  return function fix(node: ts.Node): ts.Node {
    if (!isProperty(node, 'headers') || !node.type || !ts.isTypeLiteralNode(node.type)) {
      return ts.visitEachChild(node, fix, context)
    }
    const members = node.type.members
      .filter((member) => !ts.isIndexSignatureDeclaration(member))
      .map((member) => (isReferenceTo(optional, member) ? asOptional(member) : member))
    const { modifiers, name, questionToken } = node
    const type = ts.factory.createTypeLiteralNode(members)
    return ts.factory.updatePropertySignature(node, modifiers, name, questionToken, type)
  }
}

function isProperty(node: ts.Node, name: string): node is ts.PropertySignature {
  return ts.isPropertySignature(node) && ts.isIdentifier(node.name) && node.name.text === name
}

// components["headers"]["Link"]
function isReferenceTo(names: Set<string>, member: ts.TypeElement): member is ts.PropertySignature {
  if (!ts.isPropertySignature(member) || !member.type || !ts.isIndexedAccessTypeNode(member.type)) return false
  const { indexType } = member.type
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) && names.has(indexType.literal.text)
}

function asOptional(member: ts.PropertySignature): ts.PropertySignature {
  const question = ts.factory.createToken(ts.SyntaxKind.QuestionToken)
  return ts.factory.updatePropertySignature(member, member.modifiers, member.name, question, member.type)
}

// openapi-typescript 7.13 writes `type Plant = components['schemas']['Plant']`, and editors show all properties instead of
// `Plant`. With an interface they show the name.
function nameSchemas(nodes: ts.Node[]): ts.Node[] {
  const schemas = new Map<string, ts.TypeLiteralNode>()
  const named = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node
    const members = node.members.map((group) => {
      if (!isProperty(group, 'schemas') || !group.type || !ts.isTypeLiteralNode(group.type)) return group
      const type = ts.factory.createTypeLiteralNode(group.type.members.map((schema) => collect(schema, schemas)))
      return ts.factory.updatePropertySignature(group, group.modifiers, group.name, group.questionToken, type)
    })
    const { modifiers, name, typeParameters, heritageClauses } = node
    return ts.factory.updateInterfaceDeclaration(node, modifiers, name, typeParameters, heritageClauses, members)
  })
  return named.map((node) => {
    const schema = ts.isTypeAliasDeclaration(node) ? schemas.get(node.name.text) : undefined
    if (!schema || !ts.isTypeAliasDeclaration(node)) return node
    return ts.factory.createInterfaceDeclaration(node.modifiers, node.name, undefined, undefined, schema.members)
  })
}

/** Replaces an object type by its name. @param schemas Gets the object type. */
function collect(schema: ts.TypeElement, schemas: Map<string, ts.TypeLiteralNode>): ts.TypeElement {
  if (!ts.isPropertySignature(schema) || !ts.isIdentifier(schema.name)) return schema
  if (!schema.type || !ts.isTypeLiteralNode(schema.type)) return schema
  schemas.set(schema.name.text, schema.type)
  const type = ts.factory.createTypeReferenceNode(schema.name.text)
  return ts.factory.updatePropertySignature(schema, schema.modifiers, schema.name, schema.questionToken, type)
}

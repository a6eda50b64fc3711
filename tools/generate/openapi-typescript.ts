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
  return astToString(nodes.map((node) => fixHeaders(node, optional)))
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
    if (!isHeaders(node) || !node.type || !ts.isTypeLiteralNode(node.type)) {
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

function isHeaders(node: ts.Node): node is ts.PropertySignature {
  return ts.isPropertySignature(node) && ts.isIdentifier(node.name) && node.name.text === 'headers'
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

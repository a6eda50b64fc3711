// The contract as TypeScript types, for everyone: server, client and tests.

import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { parse } from 'yaml'

const banner = '// Made by `make generate` from openapi.yaml. Do not edit.\n\n'

export async function types(contract: string): Promise<string> {
  const nodes = await openapiTS(pathToFileURL(contract), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A property with a default may be left out of what is sent.
    defaultNonNullable: false,
    silent: true,
  })
  const optional = await optionalHeaders(contract)
  return banner + astToString(nodes.map((node) => mendHeaders(node, optional)))
}

async function optionalHeaders(contract: string): Promise<Set<string>> {
  const { components }: { components: { headers: Record<string, { required?: boolean }> } } = parse(
    await readFile(contract, 'utf8'),
  )
  const names = Object.entries(components.headers).filter(([, header]) => header.required !== true)
  return new Set(names.map(([name]) => name))
}

// openapi-typescript lets every response have any header besides its own (`[name: string]: unknown`), and so a misspelt
// one, too; and it takes every header that is written once and referred to for required.
function mendHeaders(root: ts.Node, optional: Set<string>): ts.Node {
  const { transformed } = ts.transform(root, [(context) => (node) => ts.visitNode(node, mending(context, optional))])
  return transformed[0] ?? root
}

function mending(context: ts.TransformationContext, optional: Set<string>) {
  return function mend(node: ts.Node): ts.Node {
    if (!isHeaders(node) || !node.type || !ts.isTypeLiteralNode(node.type)) {
      return ts.visitEachChild(node, mend, context)
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

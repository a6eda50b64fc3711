// The contract as TypeScript types, for everyone: server, client and tests.

import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const header = '// Made by `make generate` from openapi.yaml. Do not edit.\n\n'

export async function types(contract: string): Promise<string> {
  const nodes = await openapiTS(pathToFileURL(contract), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A property with a default may be left out of what is sent.
    defaultNonNullable: false,
    silent: true,
  })
  return header + astToString(nodes.map(closeResponseHeaders))
}

// openapi-typescript lets every response have any header besides its own (`[name: string]: unknown`), and so a
// misspelt one, too. Theirs is the only index signature of an object type called `headers`.
function closeResponseHeaders(root: ts.Node): ts.Node {
  const { transformed } = ts.transform(root, [(context) => (node) => ts.visitNode(node, visit(context))])
  return transformed[0] ?? root
}

function visit(context: ts.TransformationContext) {
  return function close(node: ts.Node): ts.Node {
    if (isHeaders(node) && node.type && ts.isTypeLiteralNode(node.type)) {
      const members = node.type.members.filter((member) => !ts.isIndexSignatureDeclaration(member))
      const { modifiers, name, questionToken } = node
      return ts.factory.updatePropertySignature(
        node,
        modifiers,
        name,
        questionToken,
        ts.factory.createTypeLiteralNode(members),
      )
    }
    return ts.visitEachChild(node, close, context)
  }
}

function isHeaders(node: ts.Node): node is ts.PropertySignature {
  return ts.isPropertySignature(node) && ts.isIdentifier(node.name) && node.name.text === 'headers'
}

// Properties that are only in requests, or only in responses: `writeOnly` and `readOnly`. In the other direction they are not
// required. A request can have a property that is read-only: a client may send back what it has read (OpenAPI 3.1, 4.8.24).

import { type Node, resolved, toNode, visitNodes } from './complete/node.ts'
import { Contract, type Document } from './contract.ts'

/** The contract as the validators of requests read it, or those of responses: without both keywords. */
export function directed(contract: Contract, direction: 'request' | 'response'): Contract {
  const other = direction === 'request' ? 'readOnly' : 'writeOnly'
  const document: Document = structuredClone(contract.document)
  const root = toNode(document)
  const marked: Node[] = []
  visitNodes(root, (schema) => {
    if (schema.readOnly === true || schema.writeOnly === true) marked.push(schema)
    makeOptional(root, schema, other)
  })
  for (const schema of marked) {
    delete schema.readOnly
    delete schema.writeOnly
  }
  return marked.length === 0 ? contract : new Contract(document, contract.locate)
}

/** Requires no property that has a keyword. @param schema It is changed. */
export function makeOptional(root: Node, schema: Node, keyword: 'readOnly' | 'writeOnly'): void {
  const properties = toNode(schema.properties)
  const isDirected = (value: unknown) => toNode(value)[keyword] === true || resolved(root, value)[keyword] === true
  if (!Array.isArray(schema.required) || !Object.values(properties).some(isDirected)) return
  schema.required = schema.required.filter((name) => !isDirected(properties[String(name)]))
}

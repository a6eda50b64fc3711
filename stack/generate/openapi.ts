// The resolved spec for other teams and tools, without the fields that only the stack reads.

import { requestProperties } from '../contract/model/bodies.ts'
import type { ContractModel } from '../contract/model/contract.ts'
import { nodesIn, nodesOf, referencedComponents, toNode } from '../contract/model/node.ts'
import type { Document, Schema } from '../contract/model/openapi.ts'

/**
 * Omits the internal fields, which Ajv in strict mode rejects in schemas. Schemas that only responses use have no `default`, for
 * which openapi-generator 7.25 writes Java that does not compile: `x-defaults` of a create operation has the values.
 */
export function publishedDocument(contract: ContractModel): Document {
  const internalFields = ['x-role', 'x-pattern-message', 'x-product']
  const omitInternal = (key: string, value: unknown) => (internalFields.includes(key) ? undefined : value)
  const document: Document = JSON.parse(JSON.stringify(contract.document, omitInternal))
  for (const operation of contract.operations) {
    const defaults = getDefaults(contract, operation)
    const published = document.paths[operation.path]?.[operation.method]
    if (published && Object.keys(defaults).length > 0) published['x-defaults'] = defaults
  }
  for (const schema of responseOnlySchemas(document)) for (const { node } of nodesOf(schema)) delete node.default
  return document
}

/** Returns the defaults of the properties that a creation can omit. */
function getDefaults(contract: ContractModel, operation: ContractModel['operations'][number]): Record<string, unknown> {
  const created = operation.responses.find(({ status }) => status === 201)?.response.content?.['application/json']
  const requestFields = requestProperties(contract, operation)
  const inputFields = Object.entries(contract.getProperties(created?.schema)).filter(([name]) =>
    Object.hasOwn(requestFields, name),
  )
  return Object.fromEntries(
    inputFields.flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
  )
}

function responseOnlySchemas(document: Document): unknown[] {
  const { paths, components } = document
  const nodes = nodesIn({ paths }).map(({ node }) => node)
  const requests = nodes.flatMap(({ parameters, requestBody }) => [parameters, requestBody])
  const usedInRequests = referencedComponents(toNode(components), requests)
  const responseMaps = [
    toNode(components).responses,
    document['x-http-responses'],
    ...nodes.map((owner) => owner.responses),
  ]
  const namedSchemas = Object.entries<Schema>(components.schemas).filter(
    ([name]) => !usedInRequests.has(`schemas/${name}`),
  )
  return [
    ...namedSchemas.map(([, schema]) => schema),
    ...responseMaps.flatMap((responses) => Object.values(toNode(responses))),
  ]
}

// The example values of the fields of a collection, from which a mock generates items.

import { requestProperties, requestSchema } from './bodies.ts'
import type { CollectionOperations } from './collections.ts'
import { type ContractModel, getRole } from './contract.ts'
import { findExamples } from './examples.ts'
import { isNode, mapValues, pickBy, toNode } from './node.ts'
import { toSample } from './sample.ts'

/** Returns values by the field that a creation sets: from examples of items, in order, then from the field's schema. */
export function getExampleValues(
  contract: ContractModel,
  { list, create, get, update, replace }: CollectionOperations['methods'],
): Record<string, unknown[]> {
  const responses = [list, create, get, update, replace].flatMap((operation) => operation?.responses ?? [])
  const successful = responses.flatMap(({ status, response }) => (status < 300 ? response : []))
  const bodies = [...successful, create?.requestBody, replace?.requestBody].flatMap((holder) =>
    Object.values(holder?.content ?? {}),
  )
  const items = bodies
    .flatMap((body) => findExamples(contract, body))
    .flat()
    .filter(isNode)
  const properties = pickBy(requestProperties(contract, create), (property, name) => !getRole(name, property))
  const [label] = Object.keys(pickBy(properties, (property) => property.type === 'string' && !property.enum))
  // Several examples can show the same item.
  const distinct = items.filter(
    (item, index) => !label || items.findIndex((candidate) => candidate[label] === item[label]) === index,
  )
  const { required = [] } = contract.objectSchema(requestSchema(create))
  const sample = toNode(toSample(contract, requestSchema(create)))
  return mapValues(properties, (schema, name) => {
    const values: unknown[] = distinct.map((item) => item[name]).filter((value) => value !== undefined)
    const schemaExamples = findExamples(contract, { schema }).filter((value) => !values.includes(value))
    const examples = [...values, ...schemaExamples]
    return examples.length > 0 || !required.includes(name) ? examples : [sample[name]]
  })
}

// What a mock generates items from: the values that the examples of a contract give the fields of a collection.

import { requestProperties, requestSchema } from './bodies.ts'
import type { CollectionOperations } from './collections.ts'
import { type ContractModel, getRole } from './contract.ts'
import { givenExamples } from './examples.ts'
import { filtered, isNode, mapped, toNode } from './node.ts'
import { toSample } from './sample.ts'

/** Returns the examples by field that a creation sets: those of whole items, in order, then those of the field's schema. */
export function getExampleValues(
  contract: ContractModel,
  { list, create, get, update, replace }: CollectionOperations['methods'],
): Record<string, unknown[]> {
  const all = [list, create, get, update, replace].flatMap((operation) => operation?.responses ?? [])
  const successes = all.flatMap(({ status, response }) => (status < 300 ? response : []))
  const bodies = [...successes, create?.requestBody, replace?.requestBody].flatMap((holder) =>
    Object.values(holder?.content ?? {}),
  )
  const items = bodies
    .flatMap((body) => givenExamples(contract, body))
    .flat()
    .filter(isNode)
  const properties = filtered(requestProperties(contract, create), (property, name) => !getRole(name, property))
  const [label] = Object.keys(filtered(properties, (property) => property.type === 'string' && !property.enum))
  // Several examples show one item.
  const distinct = items.filter(
    (item, index) => !label || items.findIndex((candidate) => candidate[label] === item[label]) === index,
  )
  const { required = [] } = contract.objectSchema(requestSchema(create))
  const sample = toNode(toSample(contract, requestSchema(create)))
  return mapped(properties, (schema, name) => {
    const values: unknown[] = distinct.map((item) => item[name]).filter((value) => value !== undefined)
    const others = givenExamples(contract, { schema }).filter((value) => !values.includes(value))
    const examples = [...values, ...others]
    return examples.length > 0 || !required.includes(name) ? examples : [sample[name]]
  })
}

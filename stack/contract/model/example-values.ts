// What a mock generates items from: the values that the examples of a contract give the fields of a collection.

import { requestProperties, requestSchema } from './bodies.ts'
import type { CollectionOperations } from './collections.ts'
import { type ContractModel, getRole } from './contract.ts'
import { filtered, isNode, mapped, toList, toNode } from './node.ts'
import type { MediaType, Reference, Schema } from './openapi.ts'
import { toSample } from './sample.ts'

const maxValues = 100

/** By field that a creation sets: the values of whole items, in order, then those of its schema. */
export function getExampleValues(
  contract: ContractModel,
  { methods: { create, list, get, update, replace }, item }: Pick<CollectionOperations, 'methods' | 'item'>,
): Record<string, unknown[]> {
  const schema = requestSchema(create)
  const inSchema = (reference: Reference<Schema> | undefined) => {
    const { example, examples } = toNode(contract.wholeSchema(reference))
    return [example, ...toList(examples)].filter((value) => value !== undefined)
  }
  const inMedia = (content: Record<string, MediaType> = {}) =>
    Object.values(content).flatMap(({ examples, example }) => [
      ...Object.values(mapped(examples, (one) => contract.resolve(one).value)),
      example,
    ])
  const successes = [list, create, get, update, replace]
    .flatMap((operation) => operation?.responses ?? [])
    .filter(({ status }) => status < 300)
  const items = [
    ...successes.flatMap(({ response }) => inMedia(response.content)).flat(),
    ...[create, replace].flatMap((operation) => inMedia(operation?.requestBody?.content)),
    ...[item, schema].flatMap(inSchema),
  ].filter(isNode)
  const properties = filtered(requestProperties(contract, create), (property, name) => !getRole(name, property))
  // Several examples show one item.
  const [key = ''] = Object.keys(filtered(properties, ({ type, ...rest }) => type === 'string' && !rest.enum))
  const distinct = items.filter((one, index) => items.findIndex((other) => other[key] === one[key]) === index)
  const { required = [] } = contract.objectSchema(schema)
  const sample = toNode(toSample(contract, schema))
  return filtered(
    mapped(properties, (property, name) => {
      const values = (key === '' ? items : distinct).map((one) => one[name])
      const others = [...inSchema(property), ...(property.enum ?? [])].filter((value) => !values.includes(value))
      const all = [...values, ...others].filter((value) => value !== undefined)
      return all.length > 0 || !required.includes(name) ? all.slice(0, maxValues) : [sample[name]]
    }),
    (values) => values.length > 0,
  )
}

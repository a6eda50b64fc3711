// Brings a contract into one notation. `redocly diff` compares text: it reports another notation as a breaking change.
import { type Document, isMap, isSeq, type Node, type YAMLMap, YAMLSeq } from 'yaml'
import { getKeys } from '../generate/complete/node.ts'
import { methods } from '../generate/complete/operations.ts'
import { schemaFlattener, toEntries } from './flat-schema.ts'

/** @returns A copy in one notation, whose nodes keep their `range`. @param other The contract to compare it with. */
export function normalise(contract: Document, other: Document): Document {
  const copy = contract.clone()
  const flatten = schemaFlattener(contract, other)
  const visit = (node: unknown, place: readonly string[]): void => {
    for (const [key, value] of toEntries(node)) {
      const inside = [...place, key]
      if (isMap(value) && value.has('in') && value.has('name')) removeDefaults(value)
      if (isSchema(inside)) flatten(value, inside)
      else visit(value, inside)
    }
  }
  visit(copy.contents, [])
  for (const [, pathItem] of toEntries(copy.get('paths'))) moveParameters(pathItem, contract)
  return copy
}

function isSchema(place: readonly string[]): boolean {
  const isNamed = place.length === 3 && place[0] === 'components' && place[1] === 'schemas'
  return isNamed || place.at(-1) === 'schema'
}

/** Removes the keywords of a parameter that have their default. */
function removeDefaults(parameter: YAMLMap): void {
  const isForm = ['query', 'cookie'].includes(String(parameter.get('in')))
  const style = isForm ? 'form' : 'simple'
  const explode = (parameter.get('style') ?? style) === 'form'
  const defaults = { style, explode, allowReserved: false, allowEmptyValue: false }
  for (const [keyword, value] of Object.entries(defaults)) {
    if (parameter.get(keyword) === value) parameter.delete(keyword)
  }
}

/** Moves the parameters of a path to its operations, except those that an operation replaces. */
function moveParameters(pathItem: Node, contract: Document): void {
  if (!isMap(pathItem)) return
  const shared = pathItem.get('parameters')
  pathItem.delete('parameters')
  for (const method of methods) {
    const operation = pathItem.get(method)
    if (!isMap(operation)) continue
    const own = operation.get('parameters')
    const list = isSeq(own) ? own : new YAMLSeq()
    const replaced = new Set(list.items.map((parameter) => identity(parameter, contract)))
    const inherited = isSeq(shared) ? shared.items.filter((one) => !replaced.has(identity(one, contract))) : []
    list.items.push(...inherited)
    if (list.items.length > 0) operation.set('parameters', list)
    else operation.delete('parameters')
  }
}

function identity(parameter: unknown, contract: Document): string {
  const reference = isMap(parameter) ? parameter.get('$ref') : undefined
  const found = typeof reference === 'string' ? contract.getIn(getKeys(reference), true) : parameter
  return isMap(found) ? `${found.get('in')} ${found.get('name')}` : JSON.stringify(parameter)
}

// References to schemas inside of others, such as `#/components/schemas/Boat/properties/sail`: libraries, types and docs know components
// only.
import { pascalCase } from './complete/common.ts'
import { type Node, toNode, visitNodes } from './complete/node.ts'
import { escapeKey, getKeys, valueAt } from './json-pointer.ts'

/** Keywords with a schema, and those with several. */
const single = /^(?:schema|items|additionalProperties|contains|propertyNames|not|if|then|else|unevaluated\w+)$/
const several = /^(?:schemas|properties|patternProperties|dependentSchemas|allOf|anyOf|oneOf|prefixItems)$/

/**
 * Makes a component of each schema that something refers to.
 * @param own The hand-written contract; it is changed.
 * @returns The JSON Pointers of the new components, and where each schema was written.
 */
export function nameSchemas(own: Node): Map<string, string> {
  const names = new Map<string, string>()
  const writtenAt = new Map<string, string>()
  const getName = ($ref: string): string => {
    const keys = getKeys($ref)
    const written = keys.map((key) => `/${escapeKey(key)}`).join('')
    const name = names.get(written) ?? unusedName(own, keys)
    if (names.has(written)) return name
    names.set(written, name)
    writtenAt.set(`/components/schemas/${name}`, written)
    // A lost one is reported.
    const schema = structuredClone(valueAt(own, $ref) ?? {})
    const components = toNode(own.components)
    own.components = { ...components, schemas: { ...toNode(components.schemas), [name]: schema } }
    rename(schema)
    return name
  }
  const rename = (root: unknown, start = '') =>
    visitNodes(
      root,
      (node, pointer) => {
        if (typeof node.$ref !== 'string' || isComponent(node.$ref) || !isSchema(pointer)) return
        node.$ref = `#/components/schemas/${getName(node.$ref)}`
      },
      start,
    )
  rename(own)
  return writtenAt
}

function isComponent($ref: string): boolean {
  const [top, , ...rest] = getKeys($ref)
  return top === 'components' && rest.length === 1
}

function isSchema(pointer: string): boolean {
  const [parent = '', key = ''] = ['', ...getKeys(pointer)].slice(-2)
  return pointer === '' || single.test(key) || several.test(parent)
}

/** Such as `BoatSail`. */
function unusedName(own: Node, keys: string[]): string {
  const known = toNode(toNode(own.components).schemas)
  const words = keys.filter((key) => !several.test(key) && !/^(?:paths|components|content|responses|schema)$/.test(key))
  const name = pascalCase(words.join('-').replaceAll(/\W+/g, '-')) || 'Schema'
  const isFree = (one: string) => !(one in known)
  if (isFree(name)) return name
  let number = 2
  while (!isFree(`${name}${number}`)) number += 1
  return `${name}${number}`
}

// Discriminators: a value names the schema that applies. For validators, each alternative gets an enum of these values.

import type { Finding } from '../finding.ts'
import { targetName } from '../model/contract.ts'
import { type Node, nodesOf, propertiesIn, resolveNode, toList, toNode } from '../model/node.ts'

interface NamedAlternative {
  list: unknown[]
  reference: string
  propertyName: string
  values: unknown[]
}

/**
 * Restricts the property of each alternative to the values that name it, and adds missing values to the mapping.
 * @param document Its schemas are changed. @returns Each discriminator that cannot choose an alternative.
 */
export function readDiscriminators(document: Node): Finding[] {
  const findings: Finding[] = []
  const nodes = [...nodesOf(document)]
  const choices = nodes.flatMap(({ node: { discriminator, oneOf, anyOf }, pointer, kind }): NamedAlternative[] => {
    const list = [oneOf, anyOf].find(Array.isArray)
    if (kind === 'foreign' || list === undefined) return []
    const choices = getChoices(document, toNode(discriminator), list)
    if (typeof choices !== 'string') return choices
    findings.push([`${pointer}/discriminator`, choices])
    return []
  })
  // Schemas that others contain in `allOf`: the containing schemas have different values.
  const bases = new Set(nodes.flatMap(({ node }) => toList(node.allOf).map((part) => toNode(part).$ref)))
  const isBase = ({ reference }: NamedAlternative) => bases.has(reference)
  for (const { list, reference, propertyName, values } of choices.filter(isBase)) {
    const index = list.findIndex((alternative) => toNode(alternative).$ref === reference)
    list[index] = { allOf: [{ $ref: reference }, onlyWith(propertyName, values)] }
  }
  // Several discriminators can have the same schema as an alternative.
  const leafChoices = choices.filter((choice) => !isBase(choice))
  for (const { reference: $ref, propertyName } of leafChoices) {
    const sharing = leafChoices.filter((choice) => choice.reference === $ref && choice.propertyName === propertyName)
    narrow(resolveNode(document, { $ref }), propertyName, [...new Set(sharing.flatMap(({ values }) => values))])
  }
  return findings
}

/** @returns A sentence if the discriminator cannot choose. No choices if the alternatives differ already. */
function getChoices(document: Node, discriminator: Node, list: unknown[]): NamedAlternative[] | string {
  const { propertyName } = discriminator
  if (typeof propertyName !== 'string') return []
  const alternatives = alternativesIn(document, list, propertyName, discriminator)
  const withoutProperty = alternatives.find(({ property }) => property === undefined)
  if (withoutProperty)
    return `${targetName({ $ref: withoutProperty.reference })} does not describe ${propertyName}, so nothing names it: write the property there.`
  const valueLists = alternatives.map(({ property }) => getValues(document, property))
  const values = valueLists.flatMap((values) => values ?? [])
  if (valueLists.every((values) => values !== undefined) && new Set(values).size === values.length) {
    addToMapping(discriminator, alternatives, valueLists)
    return []
  }
  const choices = alternatives.map(({ mapped, reference }, index) => {
    const names = mapped.length > 0 ? mapped : [targetName({ $ref: reference })]
    const values = names.filter((name) => valueLists[index]?.includes(name) ?? true)
    return { list, reference, propertyName, values }
  })
  const unnamed = choices.find(({ values }) => values.length === 0)
  return unnamed
    ? `No value of ${propertyName} names ${targetName({ $ref: unnamed.reference })}: write one that its schema allows into mapping.`
    : choices
}

type Alternative = ReturnType<typeof alternativesIn>[number]

/** Returns the alternatives with a name, each with its schema of the property, and its values in the mapping. */
function alternativesIn(document: Node, list: unknown[], propertyName: string, { mapping }: Node) {
  return list.flatMap((part) => {
    const { $ref: reference } = toNode(part)
    if (typeof reference !== 'string') return []
    const mapped = Object.entries(toNode(mapping)).flatMap(([value, target]) => (target === reference ? value : []))
    return [{ reference, property: propertiesIn(document, part)[propertyName], mapped }]
  })
}

/** Returns the valid values of a property; `undefined` if any string is valid. */
function getValues(document: Node, property: unknown): unknown[] | undefined {
  const schema = { ...resolveNode(document, property), ...toNode(property) }
  if ('const' in schema) return [schema.const]
  if (Array.isArray(schema.enum)) return schema.enum
  return schema.type === undefined || [schema.type].flat().includes('string') ? undefined : []
}

/** Without the values in the mapping, types and docs would have the names of the schemas. */
function addToMapping(discriminator: Node, alternatives: Alternative[], valueLists: (unknown[] | undefined)[]): void {
  for (const [index, { reference, mapped }] of alternatives.entries()) {
    const values = (valueLists[index] ?? []).filter((value) => typeof value === 'string')
    if (mapped.length > 0 || values.includes(targetName({ $ref: reference }))) continue
    const added = Object.fromEntries(values.map((value) => [value, reference]))
    discriminator.mapping = { ...toNode(discriminator.mapping), ...added }
  }
}

function narrow(schema: Node, name: string, values: unknown[]): void {
  const properties = toNode(schema.properties)
  if (properties[name] === undefined) schema.allOf = [...toList(schema.allOf), onlyWith(name, values)]
  else properties[name] = { ...toNode(properties[name]), enum: values }
}

function onlyWith(name: string, values: unknown[]): Node {
  return { type: 'object', properties: { [name]: { type: 'string', enum: values } } }
}

// generated/plant-rules.ts: what a form can check while a person types, before the service checks it.
import { expression, property } from './code.ts'
import { type Contract, requestSchema } from './contract.ts'
import { deriveResources } from './resources.ts'

export function plantRules(contract: Contract): string {
  const [first] = deriveResources(contract).collections
  const create = contract.operations.find(({ id }) => id === first?.methods.create)
  const strings = Object.entries(contract.propertiesOf(requestSchema(create))).filter(([, { type }]) =>
    [type].flat().includes('string'),
  )
  const rules = strings.map(([name, { minLength = 0, maxLength, pattern }]) => {
    const matched = pattern === undefined ? undefined : expression(pattern)
    return `  ${property(name)}: { minLength: ${minLength}, maxLength: ${maxLength}, pattern: ${matched} },`
  })
  return [
    '',
    '/** The rules for the texts of a plant, for forms. Lengths are in code points: `[...text].length`. */',
    'export const plantRules = {',
    ...rules,
    '} as const\n',
  ].join('\n')
}

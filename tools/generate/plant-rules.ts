// generated/plant-rules.ts: what a form can check while a person types, before the service checks it.
import { type Contract, requestSchema } from './contract.ts'
import { deriveResources } from './resources.ts'

export function plantRules(contract: Contract): string {
  const [first] = deriveResources(contract).collections
  const create = contract.operations.find(({ id }) => id === first?.methods.create)
  const properties = contract.propertiesOf(requestSchema(create))
  const rules = Object.entries(properties).map(([name, { minLength = 0, maxLength, pattern }]) => {
    return `  ${name}: { minLength: ${minLength}, maxLength: ${maxLength}, pattern: /${pattern}/u },`
  })
  return [
    '',
    '/** The rules for the texts of a plant, for forms. Lengths are in code points: `[...text].length`. */',
    'export const plantRules = {',
    ...rules,
    '} as const\n',
  ].join('\n')
}

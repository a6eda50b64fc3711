// generated/field-rules.ts: the rules that a form can check while a user types, before the service does.

import { requestSchema } from '../contract/model/bodies.ts'
import type { ContractModel } from '../contract/model/contract.ts'
import { deriveResources } from '../contract/model/resources.ts'
import { property, quoted } from './code.ts'

export function fieldRules(contract: ContractModel): string {
  const collections = deriveResources(contract).collections.flatMap(({ path, methods }) => {
    const create = contract.operations.find(({ id }) => id === methods.create)
    return create === undefined ? [] : [`  ${quoted(path)}: {`, ...getRules(contract, requestSchema(create)), '  },']
  })
  return [
    '',
    '/** The rules for the strings of an item, for forms, by collection. Lengths are in code points: `[...text].length`. */',
    'export const fieldRules = {',
    ...collections,
    '} as const\n',
  ].join('\n')
}

function getRules(contract: ContractModel, schema: ReturnType<typeof requestSchema>): string[] {
  const strings = Object.entries(contract.getProperties(schema)).filter(([, { type }]) =>
    [type].flat().includes('string'),
  )
  return strings.map(([name, { minLength = 0, maxLength, pattern, 'x-pattern-message': message }]) => {
    const regExp = pattern === undefined ? undefined : new RegExp(pattern, 'u')
    const rules = [`minLength: ${minLength}`, `maxLength: ${maxLength}`, `pattern: ${regExp}`]
    if (message !== undefined) rules.push(`patternMessage: ${quoted(message)}`)
    return `    ${property(name)}: { ${rules.join(', ')} },`
  })
}

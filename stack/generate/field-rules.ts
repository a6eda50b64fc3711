// generated/field-rules.ts: what a form can check while a user types, before the service checks it.

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
    '/** By collection: the rules for the texts of an item, for forms. Lengths are in code points: `[...text].length`. */',
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
    const matched = pattern === undefined ? undefined : new RegExp(pattern, 'u')
    const rules = [`minLength: ${minLength}`, `maxLength: ${maxLength}`, `pattern: ${matched}`]
    if (message !== undefined) rules.push(`patternMessage: ${quoted(message)}`)
    return `    ${property(name)}: { ${rules.join(', ')} },`
  })
}

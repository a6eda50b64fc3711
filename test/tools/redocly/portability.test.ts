// Breaks each rule that keeps the contract readable for other languages.
import { expect, it } from 'vitest'
import { type Edit, remove, rename, set } from '../../proof/compat/edit.ts'
import { violatedRules } from '../../support/contract-lint.ts'

const schemas = 'components schemas'
const notFound = 'components responses NotFound content application/problem+json schema'

const constructs: [construct: string, rule: string, edit: Edit][] = [
  [
    'alternatives of required names',
    'no-bare-required',
    set(`${schemas} FieldError anyOf`, [{ required: ['header'] }]),
  ],
  [
    'an alternative that is a reference to required names',
    'no-bare-required',
    (contract) => {
      set(`${schemas} Named`, { required: ['name'] })(contract)
      set(`${schemas} FieldError oneOf`, [{ $ref: '#/components/schemas/Named' }])(contract)
    },
  ],
  ['an inline problem', 'named-problems', set(notFound, { allOf: [{ $ref: '#/components/schemas/NotFoundProblem' }] })],
  ['a composed problem', 'named-problems', set(`${schemas} NotFoundProblem allOf`, [{ type: 'object' }])],
  ['a problem whose type is not a string', 'named-problems', remove(`${schemas} NotFoundProblem properties type type`)],
  ['a schema with the name of a constructor', 'distinct-names', set(`${schemas} NewPlant`, { type: 'boolean' })],
  ['a parameter with the name of a schema', 'distinct-names', rename('components parameters Id', 'PlantId')],
  ['a default in a request body', 'no-body-defaults', set(`${schemas} PlantTag default`, '')],
  ['a pattern with \\u', 'portable-patterns', set(`${schemas} PlantTag pattern`, '^[^\\u0000]*$')],
  ['a pattern with lookaround', 'portable-patterns', set(`${schemas} PlantTag pattern`, '^(?!x).*$')],
  ['a pattern with a reference', 'portable-patterns', set(`${schemas} PlantTag pattern`, '^(a)\\1$')],
  ['a read-only property', 'no-read-only', set(`${schemas} Timestamp readOnly`, true)],
  ['a variable in the first server', 'plain-first-server', set('servers 0 url', '{base_url}')],
  ['a long description', 'short-texts', set('info description', 'x'.repeat(301))],
  ['a long description of a server', 'short-texts', set('servers 0 description', 'x'.repeat(41))],
]

const violated = await violatedRules(constructs.map(([, , edit]) => [edit]))

it.each(constructs.map(([construct, rule], index) => [construct, rule, violated[index]] as const))(
  'redocly lint reports %s (contract/%s)',
  (_construct, rule, found) => expect(found).toContain(`contract/${rule}`),
)

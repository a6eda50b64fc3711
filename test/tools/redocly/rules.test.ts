// Breaks each rule of `redocly lint` that code relies on: our own rules, and some of Redocly's.
import { expect, it } from 'vitest'
import { append, type Edit, remove, rename, set } from '../../proof/compat/edit.ts'
import { violatedRules } from '../../support/contract-lint.ts'

const list = 'paths /plants get'
const create = 'paths /plants post'
const json = 'content application/json'
const schemas = 'components schemas'
const notFound = 'components responses NotFound'
const cacheControl = `${notFound} headers Cache-Control`
const problem = `${notFound} content application/problem+json`
const cursor = 'components parameters Cursor'
const dates = `${cursor} x-deprecation`
const old = { type: 'string', deprecated: true }
const constants = `${schemas} NotFoundProblem properties`

const violations: [violation: string, rule: string, edit: Edit][] = [
  ['a problem without a constant type', 'contract/problem-constants', remove(`${constants} type const`)],
  ['a problem without a constant title', 'contract/problem-constants', remove(`${constants} title const`)],
  ['a problem with another status', 'contract/problem-constants', set(`${constants} status const`, 410)],
  ['an error in another media type', 'contract/problem-constants', rename(problem, 'application/json')],
  [
    'a cacheable problem',
    'contract/problem-constants',
    set(`${cacheControl} $ref`, '#/components/headers/Cache-Control'),
  ],
  ['a response without Request-Id', 'contract/required-headers', remove(`${notFound} headers Request-Id`)],
  ['a response without Vary', 'contract/required-headers', remove(`${notFound} headers Vary`)],
  ['an operation without CORS', 'contract/required-headers', remove(`${notFound} headers Access-Control-Allow-Origin`)],
  ['a string without maxLength', 'contract/bounded', remove(`${schemas} PlantName maxLength`)],
  ['a pattern without $', 'contract/bounded', set(`${schemas} FieldError properties header pattern`, '^[A-Za-z-]+')],
  ['an integer without maximum', 'contract/bounded', remove('components parameters Limit schema maximum')],
  ['an array without maxItems', 'contract/bounded', remove(`${list} responses 200 ${json} schema maxItems`)],
  ['an open request body', 'contract/closed-requests', remove(`${schemas} PlantDraft additionalProperties`)],
  [
    'a nested request body',
    'contract/closed-requests',
    set(`${schemas} PlantDraft properties tag`, { type: 'object' }),
  ],
  ['a closed response', 'contract/open-responses', set(`${schemas} Plant additionalProperties`, false)],
  ['a body without examples', 'contract/named-examples', remove(`${create} requestBody ${json} examples`)],
  ['an example without a summary', 'contract/named-examples', remove('components examples TwoPlants summary')],
  ['an operation without a scope', 'contract/scoped', set(`${list} security 0 bearerAuth`, [])],
  ['an operation with two security requirements', 'contract/scoped', append(`${list} security`, {})],
  ['a deprecated operation without dates', 'contract/dated-deprecations', set(`${list} deprecated`, true)],
  ['a deprecated property without dates', 'contract/dated-deprecations', set(`${schemas} Plant properties tag`, old)],
  ['dates of a part that is not deprecated', 'contract/dated-deprecations', remove(`${cursor} deprecated`)],
  ['a sunset before the deprecation', 'contract/dated-deprecations', set(`${dates} sunset`, '2026-11-22')],
  ['a sunset that is not a date', 'contract/dated-deprecations', set(`${dates} sunset`, '2027-13-01')],
  ['a deprecation without a sunset', 'contract/dated-deprecations', remove(`${dates} sunset`)],
  ['a success without Sunset', 'contract/dated-deprecations', remove(`${list} responses 200 headers Sunset`)],
  [
    'a success without Deprecation',
    'contract/dated-deprecations',
    set(`${schemas} PlantDraft properties tag`, {
      ...old,
      'x-deprecation': { since: '2026-11-22', sunset: '2027-11-22' },
    }),
  ],
  ['a misspelt keyword', 'struct', rename(`${schemas} PlantTag maxLength`, 'maxLenght')],
  [
    'an unknown reference',
    'no-unresolved-refs',
    set(`${create} responses 403 $ref`, '#/components/responses/Forbiden'),
  ],
  ['an invalid example', 'no-invalid-media-type-examples', set('components examples TaggedPlant value name', 5)],
  ['an unused component', 'no-unused-components', set(`${schemas} Old`, { type: 'boolean' })],
  ['a repeated operationId', 'operation-operationId-unique', set('paths /plants/{id} get operationId', 'listPlants')],
]

const [none, ...violated] = await violatedRules([[], ...violations.map(([, , edit]) => [edit])])

it('redocly lint accepts openapi.yaml', () => expect(none).toEqual([]))

it.each(violations.map(([violation, rule], index) => [violation, rule, violated[index]] as const))(
  'redocly lint reports %s (%s)',
  (_violation, rule, found) => expect(found).toContain(rule),
)

// All families of requests, each an arbitrary of drafts: sound ones, ones that what is kept decides on, ones with a fault,
// and ones with two faults, of which the contract says which is found first.
import * as fc from 'fast-check'
import { type ContractOperation, limits, operations } from '../contract/openapi.ts'
import type { Draft } from './draft.ts'
import { turns } from './state.ts'
import { inOtherForm, sound } from './valid.ts'
import type { Fault } from './variation.ts'
import { bodyFaults } from './violations/body.ts'
import { fieldFaults } from './violations/headers.ts'
import { alone, httpFaults } from './violations/http.ts'
import { targetFaults } from './violations/target.ts'

export interface Family {
  name: string
  drafts: fc.Arbitrary<Draft>
}

const faults: Fault[] = [...targetFaults, ...fieldFaults, ...bodyFaults, ...httpFaults]
const spoilers: Fault[] = [...faults, ...turns.map(({ turn, ...rest }): Fault => ({ ...rest, spoil: turn }))]

const ofSome = (fits: (operation: ContractOperation) => boolean = () => true) =>
  fc.constantFrom(...operations.filter(fits))

function spoiled(draft: Draft, { touches, spoil }: Fault): fc.Arbitrary<Draft> {
  return spoil({ ...draft, touched: [...draft.touched, ...touches] })
}

const withFault = (fault: Fault): Family => ({
  name: fault.family,
  drafts: ofSome(fault.fits)
    .chain(sound)
    .chain((draft) => spoiled(draft, fault)),
})

const pairs = spoilers.flatMap((one, index) =>
  spoilers
    .slice(index + 1)
    .filter(({ touches }) => {
      const both = [...one.touches, ...touches]
      return !both.includes(alone) && new Set(both).size === both.length
    })
    .map((other) => [one, other] as const),
)

const withTwoFaults = fc
  .constantFrom(...pairs)
  .chain(([one, other]) => {
    const fits = (operation: ContractOperation) => [one, other].every((fault) => fault.fits?.(operation) ?? true)
    const fitting = operations.filter(fits)
    if (fitting.length === 0) return fc.constant(undefined)
    return fc
      .constantFrom(...fitting)
      .chain(sound)
      .chain((draft) => spoiled(draft, one))
      .chain((draft) => spoiled(draft, other))
  })
  .filter((draft) => draft !== undefined)

// JSON may have any amount of white space around it: to the last byte that is allowed.
function fullBody(draft: Draft): Draft {
  const { body } = draft
  return body === undefined
    ? draft
    : { ...draft, body: Buffer.concat([body, Buffer.alloc(limits.bodyBytes - body.length, ' ')]) }
}

export const families: Family[] = [
  { name: 'sound requests', drafts: ofSome().chain(sound) },
  { name: 'sound requests in other forms', drafts: ofSome().chain(sound).chain(inOtherForm) },
  {
    name: 'bodies of the largest size',
    drafts: ofSome(({ body }) => body.size > 0)
      .chain(sound)
      .map(fullBody),
  },
  ...spoilers.map(withFault),
  { name: 'two faults', drafts: withTwoFaults },
]

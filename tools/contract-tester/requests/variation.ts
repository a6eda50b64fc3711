// One thing that is wrong with a request, and what the contract says comes of it.
import type * as fc from 'fast-check'
import type { ContractOperation } from '../contract/openapi.ts'
import type { Draft } from './draft.ts'

export interface Fault {
  /** In the words of a report. */
  family: string
  /** The parts of a request that it spoils: two faults of one part are not made together. */
  touches: string[]
  /** Whether it can be made in a request for this operation; in every one unless told otherwise. */
  fits?: (operation: ContractOperation) => boolean
  spoil: (draft: Draft) => fc.Arbitrary<Draft>
}

/** The draft with another value of a header field, or with none; in the place where it was. */
export function setField(draft: Draft, name: string, ...values: string[]): Draft {
  const others = draft.fields.filter(([key]) => key !== name)
  return { ...draft, fields: [...others, ...values.map((value): [string, string] => [name, value])] }
}

/** The draft with another writing of a query parameter, or with none. */
export function setQuery(draft: Draft, name: string, ...pairs: string[]): Draft {
  const others = draft.target.query.filter((pair) => pair.split('=')[0] !== name)
  return { ...draft, target: { ...draft.target, query: [...others, ...pairs] } }
}

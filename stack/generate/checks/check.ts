// How a check is written: a construct of a contract that nothing honours, where it is, and what to write instead. docs/contract.md
// lists the constructs by the same names.

/** A JSON Pointer into the contract, and one sentence. */
export type Finding = readonly [pointer: string, sentence: string]

/** By the construct. */
export type Checks<Subject> = Record<string, (subject: Subject) => Iterable<Finding>>

export function findings<Subject>(checks: Checks<Subject>, subject: Subject): Finding[] {
  return Object.values(checks).flatMap((check) => [...check(subject)])
}

// A check finds a construct that nothing honours. docs/contract.md lists the constructs by the same names.

import { getOperations } from '../complete/operations.ts'
import type { Written } from '../contract.ts'

export type Finding = readonly [pointer: string, sentence: string]

export type Checks<Subject> = Record<string, (subject: Subject) => Iterable<Finding>>

export function findings<Subject>(checks: Checks<Subject>, subject: Subject): Finding[] {
  return Object.values(checks).flatMap((check) => [...check(subject)])
}

export function toLines(locate: (pointer: string) => string, all: Iterable<Finding>, start = ''): string[] {
  return Array.from(all, ([pointer, sentence]) => `${locate(pointer)} ${start}${sentence}`)
}

export function operationsIn({ own }: Written) {
  return getOperations(own)
}

/** A check of parts. @param refuse Returns a sentence for a wrong part. */
export function each<Subject, Part extends { pointer: string }>(
  parts: (subject: Subject) => Iterable<Part>,
  refuse: (part: Part, subject: Subject) => string | false | undefined,
): Checks<Subject>[string] {
  return function* (subject) {
    for (const part of parts(subject)) {
      const sentence = refuse(part, subject)
      if (sentence) yield [part.pointer, sentence]
    }
  }
}

/** The parts, whose findings are at a field inside of them, such as `/x-paging`. */
export function at<Subject, Part extends { pointer: string }>(
  field: string,
  parts: (subject: Subject) => Iterable<Part>,
) {
  return (subject: Subject) => Array.from(parts(subject), (part) => ({ ...part, pointer: part.pointer + field }))
}

/** @returns One finding for each sentence and file: the first place, and how many others there are. */
export function oncePerFile(all: Finding[], locate: (pointer: string) => string): Finding[] {
  const getFile = (pointer: string) => locate(pointer).replace(/:\d+$/, '')
  const groups = Map.groupBy(all, ([pointer, sentence]) => `${getFile(pointer)} ${sentence}`)
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted(([one], [other]) => comparePlaces(locate(one), locate(other)))
    if (first === undefined) return []
    const [pointer, sentence] = first
    const count = others.length === 1 ? '1 more place' : `${others.length} more places`
    return [
      [pointer, others.length === 0 ? sentence : `${sentence} The same is true of ${count} in this file.`] as const,
    ]
  })
}

/** By file and line, such as `openapi.yaml:10`. */
export function comparePlaces(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

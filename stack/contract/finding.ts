// A check finds constructs to reject, to leave to a handler, or to warn about. docs/openapi-support.md lists them.

export type Finding = readonly [pointer: string, sentence: string]

export type Checks<Subject> = Record<string, (subject: Subject) => Iterable<Finding>>

export function runChecks<Subject>(checks: Checks<Subject>, subject: Subject): Finding[] {
  return Object.values(checks).flatMap((check) => [...check(subject)])
}

export function toLines(locate: (pointer: string) => string, findings: Iterable<Finding>): string[] {
  return Array.from(findings, ([pointer, message]) => `${locate(pointer)} ${message}`)
}

/** Returns the operations of a contract, for checks of each. */
export function operationsIn<Operation>({ operations }: { operations: readonly Operation[] }): readonly Operation[] {
  return operations
}

/** Returns a check of each part of a subject. @param getMessage Returns a sentence about a part with a mistake. */
export function each<Subject, Part extends { pointer: string }>(
  parts: (subject: Subject) => Iterable<Part>,
  getMessage: (part: Part, subject: Subject) => string | false | undefined,
): Checks<Subject>[string] {
  return function* (subject) {
    for (const part of parts(subject)) {
      const message = getMessage(part, subject)
      if (message) yield [part.pointer, message]
    }
  }
}

/** Makes findings name a field of each part, such as `/x-paging`. */
export function at<Subject, Part extends { pointer: string }>(
  field: string,
  parts: (subject: Subject) => Iterable<Part>,
) {
  return (subject: Subject) => Array.from(parts(subject), (part) => ({ ...part, pointer: part.pointer + field }))
}

/** A probable mistake, with its file and line. */
export interface Warning {
  pointer: string
  location: string
  sentence: string
}

export function toWarnings(locate: (pointer: string) => string, findings: Iterable<Finding>): Warning[] {
  return Array.from(findings, ([pointer, sentence]) => ({ pointer, location: locate(pointer), sentence })).sort(
    (first, second) => compareLocations(first.location, second.location),
  )
}

/** @returns A line for each message that a file has several times, and for the other warnings of each operation. */
export function toWarningLines(
  warnings: readonly Warning[],
  operations: readonly Record<'pointer' | 'method' | 'path', string>[] = [],
): string[] {
  const byLine = new Map(warnings.map((warning) => [`${warning.location} ${warning.sentence}`, warning]))
  const distinct = [...byLine.values()]
  const getFile = ({ location }: Warning) => location.replace(/:\d+$/, '')
  const repeated = Map.groupBy(distinct, (warning) => `${getFile(warning)} ${warning.sentence}`)
  const groups = Map.groupBy(distinct, (warning) => {
    const repetitions = repeated.get(`${getFile(warning)} ${warning.sentence}`) ?? []
    if (repetitions.length > 1) return repetitions
    return operations.find(({ pointer }) => `${warning.pointer}/`.startsWith(`${pointer}/`)) ?? warning
  })
  return [...groups]
    .sort(([, [first]], [, [second]]) => compareLocations(first?.location ?? '', second?.location ?? ''))
    .map(([subject, [first, ...others]]) => {
      const line = `${first?.location} warning: ${first?.sentence}`
      const [count, s] = [others.length, others.length === 1 ? '' : 's']
      if (count === 0) return line
      return 'method' in subject
        ? `${line} ${subject.method.toUpperCase()} ${subject.path} has ${count} more warning${s}.`
        : `${line} The same is true of ${count} more place${s} in this file.`
    })
}

/** Compares source locations, such as `openapi.yaml:10`, by file and line. */
export function compareLocations(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

// Values that are derived from a contract. Nothing changes a contract that is complete, so each is derived once.

/** The same function, which keeps its results. */
export function once<Subject extends object, Result>(
  derive: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const known = new WeakMap<Subject, { result: Result }>()
  return (subject) => {
    const found = known.get(subject) ?? { result: derive(subject) }
    known.set(subject, found)
    return found.result
  }
}

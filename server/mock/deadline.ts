// Prism has been seen to never answer: to malformed JSON, for one. Nobody waits longer than this.
const prismDeadlineMs = 5_000

/** The answer, if it comes in time. @throws {Error} otherwise. */
export function inTime<T>(answer: Promise<T>, deadlineMs = prismDeadlineMs): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`Prism gave no answer in ${deadlineMs} ms`)), deadlineMs)
    answer.then(done, fail).finally(() => clearTimeout(timer))
  })
}

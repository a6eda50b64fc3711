// Formats the numbers that a command prints, and limits the lines about its progress.
const progressEveryMs = 2_000

/**
 * Returns a function that prints a line on stderr at most every two seconds, and none in the first two. What a command
 * prints on stdout does not depend on how long it takes.
 */
export function createProgressReporter<Values extends unknown[]>(toLine: (...values: Values) => string) {
  let printedAt = performance.now()
  return (...values: Values) => {
    if (performance.now() < printedAt + progressEveryMs) return
    printedAt = performance.now()
    console.error(toLine(...values))
  }
}

/** Formats a number, such as `1,234`. */
export function formatNumber(count: number): string {
  return count.toLocaleString('en')
}

/** Returns a number with its noun, such as `1 item` and `1,234 items`. */
export function formatCount(count: number, noun = 'item'): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

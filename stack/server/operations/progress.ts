// What a command prints about a number of items.
const progressEveryMs = 2_000

/**
 * Returns a function that prints a line on stderr at most every two seconds, and none in the first two. What a command
 * prints on stdout does not depend on how long it takes.
 */
export function progress<Values extends unknown[]>(toLine: (...values: Values) => string) {
  let shownAt = performance.now()
  return (...values: Values) => {
    if (performance.now() < shownAt + progressEveryMs) return
    shownAt = performance.now()
    console.error(toLine(...values))
  }
}

/** Formats a number, such as `1,234`. */
export function format(count: number): string {
  return count.toLocaleString('en')
}

/** Returns a number with its noun, such as `1 item` and `1,234 items`. */
export function counted(count: number, noun = 'item'): string {
  return `${format(count)} ${noun}${count === 1 ? '' : 's'}`
}

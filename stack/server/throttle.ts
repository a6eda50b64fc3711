/**
 * Returns a function that reports each value at most once a minute.
 * @param getKey Returns the same string for equal values.
 */
export function throttle<T>(report: (value: T) => void, getKey: (value: T) => string = String): (value: T) => void {
  const reportedAt = new Map<string, number>()
  return (value) => {
    const now = performance.now()
    for (const [otherKey, at] of reportedAt) if (now - at >= 60_000) reportedAt.delete(otherKey)
    const key = getKey(value)
    if (reportedAt.has(key)) return
    reportedAt.set(key, now)
    report(value)
  }
}

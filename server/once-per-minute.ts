/** Passes a text on, unless it has passed on the same text less than a minute ago. */
export function oncePerMinute(report: (text: string) => void): (text: string) => void {
  const reportedAt = new Map<string, number>()
  return (text) => {
    const now = performance.now()
    for (const [other, at] of reportedAt) if (now - at >= 60_000) reportedAt.delete(other)
    if (reportedAt.has(text)) return
    reportedAt.set(text, now)
    report(text)
  }
}

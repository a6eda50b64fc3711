/** Passes a text on, unless it is the same as the last one and that was less than a minute ago. */
export function oncePerMinute(report: (text: string) => void): (text: string) => void {
  let last: { text: string; at: number } | undefined
  return (text) => {
    const at = performance.now()
    if (text === last?.text && at - last.at < 60_000) return
    last = { text, at }
    report(text)
  }
}

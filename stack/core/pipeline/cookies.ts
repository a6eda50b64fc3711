// Reads the header Cookie (RFC 6265, 4.2.1).

/** By name, as they were sent. Of several cookies with one name, the first counts: its path is the longest (5.4). */
export function cookiesIn(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at === -1 || cookies.has(name)) continue
    const value = pair.slice(at + 1).trim()
    cookies.set(name, /^".*"$/.test(value) ? value.slice(1, -1) : value)
  }
  return cookies
}

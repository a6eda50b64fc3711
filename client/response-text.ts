// Reads a body up to a limit: what comes may be anything, also without end.

/** The body as text, or `undefined` if it has more bytes than `limit`; the rest is then not read. */
export async function readText({ body }: Response, limit: number): Promise<string | undefined> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > limit) {
      // A connection that has just failed needs no end.
      reader.cancel().catch(() => {})
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

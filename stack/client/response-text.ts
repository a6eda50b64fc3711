// Reads a response body up to a limit: the body can be anything, and can be endless.

/** The body as text, or `undefined` if it has more than `limitBytes`; the rest is then not read. */
export async function readText(response: Response, limitBytes: number): Promise<string | undefined> {
  const { body } = response
  if (!body) {
    // In React Native, a response has no `body`. A text has at least one byte for each character.
    const text = await response.text()
    return text.length > limitBytes ? undefined : text
  }
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > limitBytes) {
      // Cancelling fails if the connection has just failed, which no longer matters.
      reader.cancel().catch(() => {})
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

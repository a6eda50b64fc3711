// Reads a response body up to a limit: the body can be anything, and can be endless.

/** The body, or `undefined` if it has more than `limitBytes`; the rest is then not read. */
export async function readBytes(response: Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { body } = response
  if (!body) {
    // In React Native, a response has no `body`.
    const bytes = new Uint8Array(await response.arrayBuffer())
    return bytes.length > limitBytes ? undefined : bytes
  }
  const reader = body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, length)
    length += value.byteLength
    if (length > limitBytes) {
      // Cancelling fails if the connection has just failed, which no longer matters.
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let start = 0
  for (const chunk of chunks) {
    bytes.set(chunk, start)
    start += chunk.byteLength
  }
  return bytes
}

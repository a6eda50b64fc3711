// Prism sometimes never responds, for example to malformed JSON. This limits the wait.
const prismTimeoutMs = 5_000

/** Resolves as `response` does. @throws {Error} after `timeoutMs`. */
export function withTimeout<T>(response: Promise<T>, timeoutMs = prismTimeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Prism did not respond within ${timeoutMs} ms`)), timeoutMs)
    response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

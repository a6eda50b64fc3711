// Checks the service address when the client is created, so that a wrong one does not surface later as a strange
// response.

const example = "Example: baseUrl: 'https://api.example/v1'"

/** Returns the base URL without a trailing slash, ready for a path. @throws {TypeError} that says what is wrong. */
export function normaliseBaseUrl(baseUrl: string): string {
  const url = parseUrl(baseUrl)
  if (!url) throw new TypeError(`baseUrl must be an absolute URL with http or https, or in a page a path. ${example}`)
  // No message quotes the URL: the wrong part of it may be a secret.
  if (url.username || url.password) {
    throw new TypeError(`baseUrl must not have credentials: set token instead. ${example}`)
  }
  if (baseUrl.includes('?') || baseUrl.includes('#')) {
    throw new TypeError(`baseUrl must not have a query or a fragment. ${example}`)
  }
  let end = url.href.length
  while (url.href[end - 1] === '/') end--
  return url.href.slice(0, end)
}

/** Adds the path of the contract's first server to a URL without a path. */
export function withBasePath(baseUrl: string, basePath = ''): string {
  return new URL(baseUrl).pathname === '/' ? baseUrl + basePath : baseUrl
}

/** Returns the base URL of an operation. @param base The path of its server. Default: the path of the contract's server. */
export function getBaseUrl(baseUrl: string, basePath = '', base = basePath): string {
  if (base === basePath) return baseUrl
  return (baseUrl.endsWith(basePath) ? baseUrl.slice(0, baseUrl.length - basePath.length) : baseUrl) + base
}

/**
 * Whether the base URL is a path, and there is no page to resolve it against. Server-side rendering creates a client
 * too, but sends nothing. So only a call throws.
 */
export function isRelativeOutsideBrowser(baseUrl: string): boolean {
  return globalThis.location === undefined && /^\/(?![/\\])/.test(baseUrl)
}

function parseUrl(baseUrl: string): URL | undefined {
  if (typeof baseUrl !== 'string') return undefined
  try {
    // The URL parser also accepts `https:host` and `https:/host`, which are more likely typing errors.
    if (/^\s*https?:\/\//i.test(baseUrl)) return new URL(baseUrl)
    const url = new URL(baseUrl, location.href)
    // `//host` is not a path, and a page opened from a file has no service.
    return baseUrl[0] === '/' && url.host && url.origin === location.origin ? url : undefined
  } catch {
    return undefined // not a URL, or not a page
  }
}

// Checks the address of the service where it is given, so that a wrong one does not show as a strange answer later.

const sample = "give it as in baseUrl: 'https://plants.example/api'"

/** The base URL without a slash at its end, to put a path behind. */
export function normaliseBaseUrl(baseUrl: string): string {
  // The URL parser also takes `https:host` and `https:/host`, which are more likely slips.
  if (typeof baseUrl !== 'string' || !/^\s*https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl must be an absolute URL with http or https: ${sample}`)
  }
  const url = new URL(baseUrl)
  // None of these messages quotes the URL: what is wrong with it may be a secret.
  if (url.username || url.password) {
    throw new TypeError(`baseUrl must not have credentials; pass a token, and ${sample}`)
  }
  if (baseUrl.includes('?') || baseUrl.includes('#')) {
    throw new TypeError(`baseUrl must end before any ? or #: ${sample}`)
  }
  return url.href.replace(/\/+$/, '')
}

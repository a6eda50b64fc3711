/**
 * Returns a URL as messages and logs may show it: without user, password, query and fragment, which can be secret. The
 * text need not be a valid URL.
 */
export function redactUrl(text: string): string {
  return text.replace(/^([^:]*:(?:\/\/)?).*@/s, '$1***@').replace(/([?#]).+/s, '$1***')
}

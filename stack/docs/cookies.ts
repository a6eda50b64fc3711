// Only the browser writes the header Cookie, so a request gets its cookies from the browser.

import { Unsendable } from './unsendable.ts'

/**
 * Gives the browser cookies for one request, and removes them.
 * @throws {Unsendable} if the browser does not take one.
 */
export async function withCookies<T>(cookies: [name: string, value: string][], send: () => Promise<T>): Promise<T> {
  if (cookies.length === 0) return send()
  // Browsers have no such store at an address without TLS, except on this machine.
  if (!('cookieStore' in globalThis))
    throw new Unsendable('This browser does not let the page set a cookie. Use curl, or open the page with HTTPS.')
  try {
    for (const [name, value] of cookies) await setCookie(name, value)
    return await send()
  } finally {
    for (const [name] of cookies) await cookieStore.delete(name)
  }
}

async function setCookie(name: string, value: string): Promise<void> {
  await cookieStore.set({ name, value, path: '/', sameSite: 'strict' }).catch(() => {})
  // A page cannot replace a cookie that only the service can read.
  if ((await cookieStore.get(name))?.value !== value)
    throw new Unsendable(`The browser does not take the cookie ${name}. Check its value, or delete its older cookie.`)
}

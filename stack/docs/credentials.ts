// The credentials of all forms, by security scheme. The browser keeps them until its tab is closed.

import type { CallCredential } from './call.ts'
import { developmentToken, NotSignedIn } from './development-session.ts'
import { element, withLabel } from './element.ts'

const storageKey = 'try-it-credentials'
const json = location.protocol === 'file:' ? null : sessionStorage.getItem(storageKey)
const stored: { devToken?: string; entered?: [string, string][] } = JSON.parse(json ?? '{}')
/** Development token: a service without an identity provider accepts it as any credential. */
let devToken = stored.devToken ?? ''
const entered = new Map<string, string>(stored.entered)
const listeners: (() => void)[] = []
const fields: { scheme: string; input: HTMLInputElement }[] = []

export function credentialText({ scheme }: CallCredential): string {
  return entered.get(scheme) ?? devToken
}

/** Fills a development token into all fields. @returns An error message if there is no token. */
export async function fillInToken(address: string): Promise<string | undefined> {
  try {
    devToken = await developmentToken(`${address}/`)
  } catch (error) {
    if (!(error instanceof NotSignedIn)) return 'The service gave no token. Check that it is running.'
    return `${error.message} If the service has an identity provider, get a token from the provider.`
  }
  entered.clear()
  storeCredentials()
  for (const { input } of fields) input.value = devToken
  return undefined
}

export function credentialField(credential: CallCredential): HTMLElement {
  const { scheme } = credential
  const input = element('input', { value: credentialText(credential), autocomplete: 'off', spellcheck: false })
  fields.push({ scheme, input })
  input.addEventListener('input', () => {
    const text = input.value.trim()
    // Users often copy the whole header.
    entered.set(scheme, credential.in === 'bearer' ? text.replace(/^Bearer +/i, '') : text)
    storeCredentials()
    for (const field of fields) if (field.scheme === scheme && field.input !== input) field.input.value = input.value
  })
  return withLabel(toLabel(credential), input)
}

/** Calls a function after each change of a credential. */
export function onCredentialChange(listener: () => void): void {
  listeners.push(listener)
}

function storeCredentials(): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ devToken, entered: [...entered] }))
  for (const listener of listeners) listener()
}

export function toLabel({ in: location, name }: CallCredential): string {
  if (location === 'bearer') return 'Token'
  return location === 'basic' ? 'Password, or user:password' : `${name} (API key, ${location})`
}

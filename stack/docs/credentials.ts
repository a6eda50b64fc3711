// The credentials of all forms, by security scheme. The browser keeps them until its tab is closed.

import type { CallCredential } from './call.ts'
import { developmentToken, NotSignedIn } from './development-session.ts'
import { element, labelled } from './element.ts'

const storedAs = 'try-it-credentials'
const text = location.protocol === 'file:' ? null : sessionStorage.getItem(storedAs)
const stored: { signedIn?: string; entered?: [string, string][] } = JSON.parse(text ?? '{}')
/** A service without an identity provider accepts it as any credential. */
let signedIn = stored.signedIn ?? ''
const entered = new Map<string, string>(stored.entered)
const listeners: (() => void)[] = []
const fields: { scheme: string; input: HTMLInputElement }[] = []

export function credentialText({ scheme }: CallCredential): string {
  return entered.get(scheme) ?? signedIn
}

/** Puts a development token into all fields. @returns A sentence if there is none. */
export async function fetchToken(address: string): Promise<string | undefined> {
  try {
    signedIn = await developmentToken(`${address}/`)
  } catch (error) {
    if (!(error instanceof NotSignedIn)) return 'The service does not respond. Check whether it runs.'
    return `${error.message} If the service has an identity provider, get a token from the provider.`
  }
  entered.clear()
  storeCredentials()
  for (const { input } of fields) input.value = signedIn
  return undefined
}

export function credentialField(credential: CallCredential): HTMLElement {
  const { scheme } = credential
  const input = element('input', { value: credentialText(credential), autocomplete: 'off', spellcheck: false })
  fields.push({ scheme, input })
  input.addEventListener('input', () => {
    const text = input.value.trim()
    // A header is often copied whole.
    entered.set(scheme, credential.in === 'bearer' ? text.replace(/^Bearer +/i, '') : text)
    storeCredentials()
    for (const field of fields) if (field.scheme === scheme && field.input !== input) field.input.value = input.value
  })
  return labelled(inWords(credential), input)
}

/** Calls a function after each change of a credential. */
export function onCredentials(listener: () => void): void {
  listeners.push(listener)
}

function storeCredentials(): void {
  sessionStorage.setItem(storedAs, JSON.stringify({ signedIn, entered: [...entered] }))
  for (const listener of listeners) listener()
}

export function inWords({ in: location, name }: CallCredential): string {
  if (location === 'bearer') return 'Token'
  return location === 'basic' ? 'Password, or user:password' : `${name} (API key, ${location})`
}

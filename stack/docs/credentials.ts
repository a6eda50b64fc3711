// The credentials of all forms, by security scheme. They are only in the memory of the page.

import type { CallCredential } from './call.ts'
import { element, labelled } from './element.ts'
import { developmentToken } from './requests.ts'

/** A service without an identity provider accepts it as any credential. */
let signedIn = ''
const entered = new Map<string, string>()
const fields: { scheme: string; input: HTMLInputElement }[] = []

export function credentialText({ scheme }: CallCredential): string {
  return entered.get(scheme) ?? signedIn
}

/** Puts a development token into all fields. @returns A sentence if there is none. */
export async function fetchToken(address: string): Promise<string | undefined> {
  const result = await developmentToken(address)
  if (typeof result === 'string') return result
  signedIn = result.token
  entered.clear()
  for (const { input } of fields) input.value = signedIn
  return undefined
}

export function credentialField(credential: CallCredential): HTMLElement {
  const { scheme } = credential
  const input = element('input', { value: credentialText(credential), autocomplete: 'off', spellcheck: false })
  fields.push({ scheme, input })
  input.addEventListener('input', () => {
    entered.set(scheme, input.value.trim())
    for (const one of fields) if (one.scheme === scheme && one.input !== input) one.input.value = input.value
  })
  return labelled(inWords(credential), input)
}

export function inWords({ in: place, name }: CallCredential): string {
  if (place === 'bearer') return 'Token'
  return place === 'basic' ? 'Password, or user:password' : `${name} (API key, ${place})`
}

// "Try it": a form below the description of each operation. It sends a request to the service that serves the page, and
// shows the response. The form is in a shadow tree, so neither React nor the styles of Redoc touch it.

import { type Call, callsOf, type Definition } from './definition.ts'
import { hasKey } from './development-session.ts'
import { element } from './element.ts'
import { developmentToken, type ReceivedResponse, sendRequest } from './requests.ts'
import { style } from './try-it-style.ts'

// Every form has the same token. It is only in the memory of the page.
let token = ''
const tokenFields = new Set<HTMLInputElement>()

/** @param address The address of the service; `undefined` if there is none to send requests to. */
export function defineTryIt(definition: Definition, address: string | undefined): void {
  // The key would be lost with the page.
  if (address !== undefined && hasKey) void fetchToken(address)
  const calls = new Map(callsOf(definition).map((call) => [call.operationId, call]))
  customElements.define(
    'try-it',
    class extends HTMLElement {
      connectedCallback(): void {
        const call = calls.get(this.getAttribute('operation') ?? '')
        if (call === undefined || this.shadowRoot !== null) return
        const content = address === undefined ? [noService()] : form(call, address)
        const details = element('details', {}, element('summary', {}, 'Try it'), ...content)
        this.attachShadow({ mode: 'open' }).append(element('style', {}, style), details)
      }
    },
  )
}

function noService(): HTMLElement {
  return element('p', {}, 'A file cannot send requests. Open the page /docs of a running service or mock.')
}

function form(call: Call, address: string): HTMLElement[] {
  const values = call.parameters.map((parameter) => {
    const input = element('input', { required: parameter.isRequired, autocomplete: 'off', spellcheck: false })
    if (parameter.example !== '') input.placeholder = `for example ${parameter.example}`
    const deprecated = parameter.isDeprecated ? ', deprecated' : ''
    const sendEmpty = element('input', { type: 'checkbox' })
    const rows = [
      labelled(`${parameter.name} (${parameter.in}${deprecated})`, input),
      ...(parameter.mayBeEmpty ? [labelled(`Send ${parameter.name} even if it is empty`, sendEmpty)] : []),
    ]
    return { ...parameter, input, sendEmpty, rows }
  })
  const mediaType = element('select', {}, ...(call.body?.mediaTypes ?? []).map((name) => element('option', {}, name)))
  const body = element('textarea', { value: call.body?.example ?? '', rows: 6, spellcheck: false })
  const send = element('button', { type: 'submit' }, 'Send')
  const output = element('div', { className: 'output' })
  output.setAttribute('role', 'status')

  const fields = element(
    'form',
    {},
    ...(call.credentials.length > 0 ? tokenField(address, output) : []),
    ...values.flatMap(({ rows }) => rows),
    ...(call.body ? [labelled('Content-Type', mediaType), labelled('Body', body)] : []),
    send,
  )
  fields.setAttribute('aria-label', call.summary)
  fields.addEventListener('submit', async (event) => {
    event.preventDefault()
    send.disabled = true
    output.replaceChildren('Sending…')
    const response = await sendRequest(address, {
      method: call.method,
      path: call.path,
      token,
      credentials: call.credentials,
      values: values.map(({ name, in: group, input: { value }, sendEmpty }) => {
        return { name, in: group, value, isSent: value !== '' || sendEmpty.checked }
      }),
      ...(call.body && { body: { mediaType: mediaType.value, text: body.value } }),
    })
    output.replaceChildren(...shown(response))
    send.disabled = false
  })
  return [fields, output]
}

function tokenField(address: string, output: HTMLElement): HTMLElement[] {
  const input = element('input', { value: token, autocomplete: 'off', spellcheck: false })
  tokenFields.add(input)
  input.addEventListener('input', () => setToken(input.value))
  const label = labelled('Token', input)
  if (!isLoopback(location.hostname)) return [label]
  const button = element('button', { type: 'button' }, 'Get a development token')
  button.addEventListener('click', async () => {
    output.replaceChildren((await fetchToken(address)) ?? 'The token is in the field.')
  })
  return [label, button]
}

/** Puts a development token into all forms. @returns A sentence if there is none. */
async function fetchToken(address: string): Promise<string | undefined> {
  const result = await developmentToken(address)
  if (typeof result === 'string') return result
  setToken(result.token)
  return undefined
}

function setToken(text: string): void {
  token = text.trim()
  for (const field of tokenFields) if (field.value !== text) field.value = text
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname)
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, text), field)
}

// Text only, never HTML: a name of an item may contain markup.
function shown(response: ReceivedResponse | string): (HTMLElement | string)[] {
  if (typeof response === 'string') return [response]
  const { status, headers, text, milliseconds } = response
  return [
    element('p', {}, element('strong', {}, status), ` after ${milliseconds} ms`),
    scrollable(text === '' ? 'No body' : text, 'Response body'),
    element(
      'details',
      {},
      element('summary', {}, 'Response headers'),
      scrollable(headers.map(([name, value]) => `${name}: ${value}`).join('\n'), 'Response headers'),
    ),
  ]
}

// Readers without a mouse can scroll it, too.
function scrollable(text: string, name: string): HTMLElement {
  const block = element('pre', { tabIndex: 0 }, text)
  block.setAttribute('role', 'region')
  block.setAttribute('aria-label', name)
  return block
}

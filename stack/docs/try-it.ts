// Code samples below the description of each operation, and "Try it": a form that sends its request to the service of
// the page. Both are in a shadow tree, so neither React nor the styles of Redoc touch them.

import { bodyEditor } from './body-editor.ts'
import type { CallParameter, TryItOperation } from './call.ts'
import { credentialField, credentialText, fillInToken, onCredentialChange, toLabel } from './credentials.ts'
import { hasKey } from './development-session.ts'
import { button, element, variants, withHints, withLabel } from './element.ts'
import { forms, nextForms } from './next-forms.ts'
import { asCurl, sendRequest, type TriedRequest } from './requests.ts'
import { renderResponse } from './response-view.ts'
import { withToken } from './sample-token.ts'
import { parameterValue } from './values.ts'

/** @param address The address of the service; `undefined` if there is none to send requests to. */
export function defineTryIt(calls: TryItOperation[], address: string | undefined): void {
  // The login token of the link is lost when the page closes.
  if (address !== undefined && hasKey) void fillInToken(address)
  const byId = new Map(calls.map((call) => [encodeURIComponent(call.operationId), call]))
  customElements.define(
    'try-it',
    class extends HTMLElement {
      connectedCallback(): void {
        const call = byId.get(this.getAttribute('operation') ?? '')
        if (call === undefined || this.shadowRoot !== null) return
        const content = address === undefined ? [element('p', {}, noService)] : form(call, address)
        const details = element('details', { className: 'form' }, element('summary', {}, 'Try it'), ...content)
        this.attachShadow({ mode: 'open' }).append(element('style', {}, style), samplesView(call), details)
      }
    },
  )
}

const noService = 'A file cannot send requests. Open the page /docs of a running service or mock.'

function form(call: TryItOperation, address: string): HTMLElement[] {
  const output = element('div', { className: 'output', role: 'status' })
  const alternatives = call.alternatives.map((credentials) => {
    return { name: credentials.map(toLabel).join(' and '), rows: credentials.map(credentialField), credentials }
  })
  const security = variants('Credentials', alternatives)
  const parameters = call.parameters.map(parameterField)
  const isBodySendable = call.method !== 'GET'
  const editors = isBodySendable ? call.bodies.map((body) => bodyEditor(body, call)) : []
  const body = variants('Content-Type', editors, true)
  const send = element('button', { type: 'submit' }, 'Send')
  const readRequest = (): TriedRequest => ({
    call,
    credentials: security.getSelected()?.credentials ?? [],
    parameters: parameters.flatMap((parameter) => parameter.read()),
    body: body.getSelected()?.readBody(),
  })
  const tokenButton = button('Get a development token', async () => {
    output.replaceChildren((await fillInToken(address)) ?? 'The token is in the field.')
  })
  const fields = element(
    'form',
    { ariaLabel: call.summary },
    ...security.rows,
    ...(call.alternatives.length > 0 && loopback.test(location.hostname) ? [tokenButton] : []),
    ...parameters.flatMap(({ rows }) => rows),
    ...body.rows,
    ...(isBodySendable || call.bodies.length === 0
      ? []
      : [element('p', {}, 'Browsers do not send a body with GET. Use curl for a request with a body.')]),
    send,
  )
  fields.addEventListener('submit', async (event) => {
    event.preventDefault()
    send.disabled = true
    output.replaceChildren('Sending…')
    const response = await sendRequest(address, readRequest)
    output.replaceChildren(...renderResponse(response, call))
    send.disabled = false
    const next = typeof response === 'string' ? undefined : nextForms(address, call, response)
    if (next)
      output.append(button(next.name, (nextButton) => nextButton.replaceWith(`Filled in: ${next.fill().join(', ')}.`)))
  })
  forms.set(call, (values) => {
    for (const { name, fill } of parameters) if (values[name] !== undefined) fill(values[name])
  })
  const request = element(
    'div',
    {},
    fields,
    curlView(fields, () => asCurl(address, readRequest())),
  )
  return [element('div', { className: 'exchange' }, request, output)]
}

/** Creates the view of the request as a curl command, with the values of the form. */
function curlView(fields: HTMLFormElement, readCommand: () => string): HTMLElement {
  const text = element('pre', { tabIndex: 0, role: 'group', ariaLabel: 'The request as curl' })
  const details = element('details', { className: 'curl' }, element('summary', {}, 'The request as curl'), text)
  const show = () => {
    try {
      text.textContent = readCommand()
    } catch (error) {
      text.textContent = error instanceof Error ? error.message : String(error)
    }
  }
  details.addEventListener('toggle', show)
  for (const type of ['input', 'change']) fields.addEventListener(type, show)
  return details
}

function parameterField(parameter: CallParameter) {
  const { name, in: location, kind, example, isRequired, isDeprecated, allowEmptyValue, description } = parameter
  const input = element('input', { required: isRequired, autocomplete: 'off', spellcheck: false })
  if (example !== '') input.placeholder = `for example ${example}`
  const sendEmpty = element('input', { type: 'checkbox' })
  const notes = [location, ...(kind ? [kinds[kind]] : []), ...(isDeprecated ? ['deprecated'] : [])]
  return {
    name,
    fill(text: string) {
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
    rows: [
      ...withHints(`${name} (${notes.join(', ')})`, input, [description]),
      ...(allowEmptyValue ? [withLabel(`Send ${name} even if it is empty`, sendEmpty)] : []),
    ],
    /** @throws {SendError} */
    read() {
      const isSent = input.value !== '' || sendEmpty.checked
      return isSent ? [{ ...parameter, value: parameterValue(parameter, input.value) }] : []
    },
  }
}

const kinds = { array: 'with commas, or as JSON', object: 'as JSON', json: 'as JSON' }

const loopback = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/

/** The style of a form. The variables are those of Redoc, in light and dark. */
const style = `
:host { display: block; container: column / inline-size; margin: 1rem 0; color: var(--text-color-primary) }
details { box-sizing: border-box; border: 1px solid var(--border-color-primary); border-radius: 8px; padding: 0 1rem }
summary { cursor: pointer; padding: .6rem 0; font-weight: 600 }
form, label, .part { display: grid; grid-template-columns: minmax(0, 1fr) }
form, .part { gap: .6rem }
form { padding-bottom: 1rem }
.part:empty { display: none }
label { gap: .2rem }
input, select, textarea, button {
  box-sizing: border-box; width: 100%; padding: .45rem .6rem; font: inherit; color: inherit;
  background: var(--bg-color); border: 1px solid var(--text-color-helper); border-radius: 6px;
}
input, textarea, pre { font-family: var(--font-family-monospaced); font-size: .85em }
label:has([type=checkbox]) { display: flex; flex-direction: row-reverse; justify-content: flex-end; gap: .4rem }
[type=checkbox] { width: auto }
input::placeholder { color: var(--text-color-description); opacity: 1 }
button { width: auto; justify-self: start; cursor: pointer }
button[type=submit] { color: #fff; background: #1b6e3a; border-color: #1b6e3a; font-weight: 600 }
button[disabled] { opacity: .6; cursor: wait }
:focus-visible { outline: 3px solid var(--link-color-primary); outline-offset: 2px }
.output { padding-bottom: 1rem; overflow-wrap: anywhere }
.output:empty { display: none }
.output details, .curl { padding: 0 .6rem }
.curl { margin-bottom: 1rem }
.output button { margin-top: .6rem }
img { max-width: 100%; max-height: 24rem }
a { color: var(--link-color-primary) }
form p { margin: 0 }
.samples { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: end; gap: .6rem; margin-bottom: 1rem }
.samples button { padding-block: .35rem }
.samples pre { grid-column: 1 / -1; max-height: none }
small { color: var(--text-color-secondary); margin-top: -.4rem; overflow-wrap: anywhere }
pre {
  margin: 0 0 .6rem; padding: .6rem; max-height: 24rem; overflow: auto; white-space: pre-wrap;
  background: var(--bg-color-tonal); border: 1px solid var(--border-color-secondary); border-radius: 6px;
}
.form { position: relative; z-index: 1; container: form / inline-size; background: var(--bg-color) }
/* The form with a response also covers the column of Redoc on the right. Its gap has 64px. */
@media (min-width: 1200px) {
  @container column (max-width: 38rem) { .form:has(.output:not(:empty)) { width: calc(200% + 64px) } }
}
/* The response is beside the request, where both have room for a line of text. */
@container form (min-width: 38rem) {
  .exchange:has(.output:not(:empty)) { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem }
  .output { position: sticky; top: 0; align-self: start; box-sizing: border-box; max-height: 100vh; overflow-y: auto }
}
@media print { details { display: none } }
`

const views: ((lang?: string) => void)[] = []
onCredentialChange(() => {
  for (const show of views) show()
})

/** Creates the view of the code samples. The user selects the language of all operations at once. */
function samplesView({ samples, summary, alternatives }: TryItOperation): HTMLElement {
  const select = element('select', {}, ...samples.map(({ lang }) => element('option', {}, lang)))
  const text = element('pre', { tabIndex: 0, role: 'group', ariaLabel: `Code sample: ${summary}` })
  // A sample has one token, without a user name.
  const [credential] = alternatives[0] ?? []
  const getToken = () => (credential === undefined || credential.in === 'basic' ? '' : credentialText(credential))
  const show = (lang = select.value) => {
    // Not every operation has samples in all languages.
    const sample = samples.find((sample) => sample.lang === lang) ?? samples[0]
    if (sample === undefined) return
    select.value = sample.lang
    text.textContent = withToken(sample, getToken())
  }
  select.addEventListener('change', () => views.map((view) => view(select.value)))
  views.push(show)
  show()
  // Browsers have a clipboard in secure contexts only: with HTTPS, or on localhost.
  const copy = button('Copy', () => navigator.clipboard.writeText(text.textContent ?? ''))
  const buttons = 'clipboard' in navigator ? [copy] : []
  return element('div', { className: 'samples' }, withLabel('Code sample', select), ...buttons, text)
}

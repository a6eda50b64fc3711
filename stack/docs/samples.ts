// The code samples of an operation. The reader selects the language of all operations at once.

import type { Call } from './call.ts'
import { button, element, labelled } from './element.ts'

const views: ((lang: string) => void)[] = []

export function samplesView({ samples, summary }: Call): HTMLElement {
  const select = element('select', {}, ...samples.map(({ lang }) => element('option', {}, lang)))
  const text = element('pre', { tabIndex: 0, role: 'group', ariaLabel: `Code sample: ${summary}` })
  const show = (lang: string) => {
    select.value = lang
    text.textContent = samples.find((sample) => sample.lang === lang)?.source ?? ''
  }
  select.addEventListener('change', () => {
    for (const view of views) view(select.value)
  })
  views.push(show)
  show(samples[0]?.lang ?? '')
  // Browsers have no clipboard at an address without TLS, except on this machine.
  const copy = button('Copy', () => navigator.clipboard.writeText(text.textContent ?? ''))
  return element(
    'div',
    { className: 'samples' },
    labelled('Code sample', select),
    ...('clipboard' in navigator ? [copy] : []),
    text,
  )
}

// Opens this search instead of the search of Redoc. The results are links, for keyboards and screen readers. The dialog
// is in a shadow tree, so the styles of Redoc do not apply to it.

import { button, element, withLabel } from './element.ts'
import { createSearch, markTerms, type SearchEntry, type SearchResult } from './search.ts'

const maxResults = 12

export function defineSearch(entries: SearchEntry[]): void {
  const search = createSearch(entries)
  const field = element('input', { type: 'search', autocomplete: 'off', spellcheck: false })
  const hint = element('p', {}, 'Words of a chapter, an operation, a workflow or a schema. Use the arrow keys.')
  const count = element('p', { role: 'status' })
  const list = element('ul', {})
  const close = button('Close', () => dialog.close())
  const dialog = element('dialog', { ariaLabel: 'Search' }, withLabel('Search', field), close, hint, count, list)
  const host = element('div', {})
  host.attachShadow({ mode: 'open' }).append(element('style', {}, dialogStyle), dialog)

  const showResults = () => {
    const results = search(field.value).slice(0, maxResults)
    list.replaceChildren(...results.map(resultItem))
    const resultCount = results.length === 1 ? '1 result' : `${results.length} results`
    const message = results.length === 0 ? 'No results. Try another word.' : resultCount
    count.textContent = field.value.trim() === '' ? '' : message
  }
  const getLinks = () => [...list.querySelectorAll('a')]
  field.addEventListener('input', showResults)
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  list.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null) return
    dialog.close()
    // On a phone, the menu covers the page.
    document.querySelector<HTMLElement>('[data-testid=floating-button][aria-expanded=true]')?.click()
    focusTarget(decodeURI(link.hash.slice(1)))
  })
  dialog.addEventListener('keydown', (event) => {
    // Redoc listens to keys, too.
    event.stopPropagation()
    const at = getLinks().findIndex((link) => link.matches(':focus'))
    if (event.key === 'Enter' && field.matches(':focus')) getLinks()[0]?.click()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = getLinks()[at + step] ?? field
    next.focus()
  })
  const openSearch = (event: KeyboardEvent | MouseEvent) => {
    const opens = event instanceof KeyboardEvent ? isShortcut(event) : isInside(event, '[data-testid=search-trigger]')
    if (!opens) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (dialog.open) return
    document.body.append(host)
    dialog.showModal()
    field.select()
  }
  addEventListener('keydown', openSearch, { capture: true })
  addEventListener('click', openSearch, { capture: true })
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) return true
  return event.key === '/' && !isInside(event, 'input, textarea, select')
}

function isInside(event: Event, selector: string): boolean {
  return event.composedPath().some((target) => target instanceof Element && target.matches(selector))
}

function resultItem({ entry: { kind, title, route }, paragraph, terms }: SearchResult): HTMLElement {
  const heading = element('strong', {}, ...withMarks(title, terms))
  const text = element('span', {}, ...withMarks(shorten(paragraph, terms), terms))
  return element('li', {}, element('a', { href: `#${route}` }, heading, element('small', {}, ` ${kind}`), text))
}

function withMarks(text: string, terms: string[]): (HTMLElement | string)[] {
  return markTerms(text, terms).map(({ part, isFound }) => (isFound ? element('mark', {}, part) : part))
}

/** Shortens a paragraph to the text around its first match. */
function shorten(text: string, terms: string[]): string {
  const parts = markTerms(text, terms)
  const first = parts.findIndex(({ isFound }) => isFound)
  const before = parts.slice(0, Math.max(first, 0)).map(({ part }) => part)
  const start = Math.max(0, before.join('').length - 60)
  const cut = text.slice(start === 0 ? 0 : text.indexOf(' ', start) + 1)
  return `${start === 0 ? '' : '… '}${cut.length > 180 ? `${cut.slice(0, cut.lastIndexOf(' ', 180))} …` : cut}`
}

/** Moves the focus when Redoc has had time to scroll, so that a user without a mouse continues there. */
function focusTarget(route: string): void {
  setTimeout(() => {
    const [section = '', id = ''] = route.split('#')
    const selected =
      document.getElementById(id || section.slice(1)) ??
      document.querySelector<HTMLElement>(`[data-section-id="${CSS.escape(section)}"]`)
    selected?.setAttribute('tabindex', '-1')
    selected?.focus({ preventScroll: true })
  }, 300)
}

/** The style of the search. The variables are those of Redoc, in light and dark. */
const dialogStyle = `
dialog {
  box-sizing: border-box; width: min(44rem, 100vw); max-width: none; margin: 8vh auto auto; padding: 1rem;
  color: var(--text-color-primary); background: var(--bg-color); font-family: var(--font-family-base), sans-serif;
  border: 1px solid var(--text-color-helper); border-radius: 10px;
}
dialog[open] { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: end; gap: .6rem }
dialog::backdrop { background: rgb(0 0 0 / 50%) }
label { display: grid; gap: .2rem; font-weight: 600 }
input, button {
  box-sizing: border-box; width: 100%; padding: .5rem .7rem; font: inherit; font-weight: 400; color: inherit;
  background: var(--bg-color); border: 1px solid var(--text-color-helper); border-radius: 6px;
}
input::-webkit-search-cancel-button { display: none }
button { cursor: pointer }
p { grid-column: 1 / -1; margin: 0; font-size: .875rem; color: var(--text-color-secondary) }
p:empty { display: none }
ul { grid-column: 1 / -1; margin: 0; padding: 0; list-style: none; max-height: 60vh; overflow-y: auto }
ul:empty { display: none }
a { display: block; padding: .5rem .7rem; color: inherit; text-decoration: none; border-radius: 6px; overflow-wrap: anywhere }
a:hover { background: var(--bg-color-tonal) }
a span { display: block; font-size: .875rem }
small { color: var(--text-color-secondary) }
mark { color: inherit; background: none; font-weight: 700; text-decoration: underline; text-underline-offset: .15em }
:focus-visible { outline: 3px solid var(--link-color-primary); outline-offset: -3px }
`

// Redoc has controls that only a mouse can use, and elements without roles. This file makes them accessible.

const searchField = '[data-testid=search-trigger]'
const menuButton = 'button[aria-haspopup=menu]'
/** Links to other pages of the service. */
const pageLinks = ['docs', 'llms', 'openapi', 'problems'].map((start) => `a[href^="${start}"]`).join()

export function makeAccessible(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const observer = new MutationObserver(() => {
      describeElements()
      observer.takeRecords()
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    describeElements()
    addSkipLink()
  })
  // Redoc also listens to keys, so this listener comes first.
  document.addEventListener('keydown', handleKey, { capture: true })
}

function describeElements(): void {
  describeAll('.menu-content', { role: 'navigation', 'aria-label': 'Contents' })
  describeAll(searchField, { role: 'button', tabindex: '0' })
  // Readers without a mouse can scroll a wide table.
  describeAll('.md-table-wrapper', { role: 'group', 'aria-label': 'Table', tabindex: '0' })
  describeAll('body > div:not([id]):has([role=menu])', { role: 'region', 'aria-label': 'Menu' })
  // The title of an operation has level 2.
  describeAll('[data-component-name="Typography/H4"]', { 'aria-level': '3' })
  describeAll('h5', { 'aria-level': '4' })
  describePanel()
  // Next to a file there are no such pages, so the links become plain text.
  if (location.protocol === 'file:')
    for (const link of document.querySelectorAll(pageLinks)) link.removeAttribute('href')
  // Without its logo, the link would have no name while the sidebar is narrow.
  describeAll('a[href="https://redocly.com/redoc/"]', { 'aria-label': 'API docs by Redocly' })
  // The name of a button must contain what it shows (WCAG 2.2, 2.5.3).
  for (const button of document.querySelectorAll(`${menuButton}[aria-label]`)) {
    describe(button, { 'aria-label': `${button.getAttribute('aria-label')?.split(':')[0]}: ${button.textContent}` })
  }
}

/** The control that has opened the panel. */
let opener: HTMLElement | undefined

/** Redoc shows details of the credentials in a panel without a role, a name or the focus. */
function describePanel(): void {
  const panel = document.querySelector<HTMLElement>('body > div:not([id]) > div[tabindex="0"]')
  if (panel !== null && opener === undefined) {
    describe(panel, { role: 'dialog', 'aria-label': 'Security details' })
    const [close] = panel.getElementsByTagName('button')
    if (close) describe(close, { 'aria-label': 'Close' })
    opener = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
    panel.focus()
  } else if (panel === null && opener !== undefined) {
    opener.focus()
    opener = undefined
  }
}

function describeAll(selector: string, attributes: Record<string, string>): void {
  for (const element of document.querySelectorAll(selector)) describe(element, attributes)
}

function describe(target: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (target.getAttribute(name) !== value) target.setAttribute(name, value)
  }
}

// Redoc would treat a link to a fragment as a route.
function addSkipLink(): void {
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault()
    const content = document.querySelector<HTMLElement>('main')
    content?.setAttribute('tabindex', '-1')
    content?.focus()
  })
}

function handleKey(event: KeyboardEvent): void {
  const target = event.target instanceof HTMLElement ? event.target : document.body
  if (target.matches('[role=menuitem]')) return void handleMenuKey(event, target)
  const isActivation = event.key === 'Enter' || event.key === ' '
  const isOpening = target.matches(`${menuButton}[aria-expanded=false]`) && (isActivation || event.key === 'ArrowDown')
  if (!isOpening && !(isActivation && target.matches(searchField))) return
  event.preventDefault()
  event.stopPropagation()
  target.click()
  // Redoc opens the menu at the end of the page, where Tab does not find it.
  if (isOpening) focusMenu()
}

/** Sets the focus as soon as Redoc shows the menu. */
function focusMenu(frames = 60): void {
  requestAnimationFrame(() => {
    const [first] = openMenuItems()
    if (first !== undefined) first.focus()
    else if (frames > 0) focusMenu(frames - 1)
  })
}

function handleMenuKey(event: KeyboardEvent, item: HTMLElement): void {
  const items = openMenuItems()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const isClosing = event.key === 'Escape' || event.key === 'Tab'
  const isSelecting = event.key === 'Enter' || event.key === ' '
  if (step === undefined && !isClosing && !isSelecting) return
  event.preventDefault()
  event.stopPropagation()
  if (step !== undefined) return void items.at((items.indexOf(item) + step) % items.length)?.focus()
  const button = document.querySelector<HTMLElement>(`${menuButton}[aria-expanded=true]`)
  if (isSelecting) item.click()
  else button?.click()
  button?.focus()
}

function openMenuItems(): HTMLElement[] {
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  return items.filter((item) => item.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
}

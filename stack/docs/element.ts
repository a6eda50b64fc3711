/** Creates an element with properties and children. A string becomes a text node, never HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}

/** Creates a button that submits no form. */
export function button(text: string, onClick: (created: HTMLButtonElement) => unknown): HTMLButtonElement {
  const created = element('button', { type: 'button' }, text)
  created.addEventListener('click', () => onClick(created))
  return created
}

export function withLabel(text: string, field: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, text), field)
}

let descriptions = 0

/** Returns a labelled field with hints that screen readers read after its name. */
export function withHints(text: string, field: HTMLElement, lines: readonly string[]): HTMLElement[] {
  const texts = lines.filter(Boolean)
  const hints = texts.map((line) => element('small', { id: `description-${++descriptions}` }, line))
  if (hints.length > 0) field.setAttribute('aria-describedby', hints.map(({ id }) => id).join(' '))
  return [withLabel(text, field), ...hints]
}

/** One of several variants of a part of a form. */
export interface Variant {
  name: string
  rows: HTMLElement[]
}

/** Creates a select, and the rows of the selected variant. @param alwaysShowsSelect Whether a single variant has a select. */
export function variants<V extends Variant>(
  label: string,
  all: readonly V[],
  alwaysShowsSelect = false,
): { rows: HTMLElement[]; getSelected: () => V | undefined } {
  const select = element('select', {}, ...all.map(({ name }) => element('option', {}, name)))
  const getSelected = () => all[select.selectedIndex]
  const part = element('div', { className: 'part' })
  const show = () => part.replaceChildren(...(getSelected()?.rows ?? []))
  select.addEventListener('change', show)
  show()
  if (all.length === 0) return { rows: [], getSelected }
  return { rows: [...(alwaysShowsSelect || all.length > 1 ? [withLabel(label, select)] : []), part], getSelected }
}

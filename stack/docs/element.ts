/** Creates an element with properties and children. A text becomes a text node, never HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}

/** A button that sends no form. */
export function button(text: string, use: (created: HTMLButtonElement) => unknown): HTMLButtonElement {
  const created = element('button', { type: 'button' }, text)
  created.addEventListener('click', () => use(created))
  return created
}

export function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, text), field)
}

let descriptions = 0

/** Returns a labelled field with hints that screen readers read after its name. */
export function described(text: string, field: HTMLElement, lines: readonly string[]): HTMLElement[] {
  const texts = lines.filter(Boolean)
  const hints = texts.map((line) => element('small', { id: `description-${++descriptions}` }, line))
  if (hints.length > 0) field.setAttribute('aria-describedby', hints.map(({ id }) => id).join(' '))
  return [labelled(text, field), ...hints]
}

/** A part of a form with several variants. */
export interface Variant {
  name: string
  rows: HTMLElement[]
}

/** A select for the variant, and the rows of the chosen one. @param isNamed Also for a single variant. */
export function variants<V extends Variant>(
  label: string,
  all: readonly V[],
  isNamed = false,
): { rows: HTMLElement[]; getSelected: () => V | undefined } {
  const select = element('select', {}, ...all.map(({ name }) => element('option', {}, name)))
  const getSelected = () => all[select.selectedIndex]
  const part = element('div', { className: 'part' })
  const show = () => part.replaceChildren(...(getSelected()?.rows ?? []))
  select.addEventListener('change', show)
  show()
  if (all.length === 0) return { rows: [], getSelected }
  return { rows: [...(isNamed || all.length > 1 ? [labelled(label, select)] : []), part], getSelected }
}

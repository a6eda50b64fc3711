// Finds texts that are hard to read. It runs in the page, so it is one function without imports.

/** @returns Each visible text whose contrast is below 4.5 (WCAG 2.2, 1.4.3), with the contrast; once for each pair of colours. */
export function lowContrast(): string[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('The browser has no canvas.')
  type Colour = [red: number, green: number, blue: number]

  /** The colour that is visible when these are painted over each other. */
  function painted(...colours: string[]): Colour {
    if (context === null) return [0, 0, 0]
    for (const colour of ['white', ...colours]) {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue]
  }

  function luminance(colour: Colour): number {
    const [red = 0, green = 0, blue = 0] = colour.map((part) => {
      const value = part / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  function ancestors(start: Element): Element[] {
    const all: Element[] = []
    let next: Element | null = start
    while (next !== null) {
      all.unshift(next)
      const parent: Node | null = next.parentNode
      next = parent instanceof ShadowRoot ? parent.host : next.parentElement
    }
    return all
  }

  const found = new Map<string, string>()
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  for (const one of roots.flatMap((root) => [...root.querySelectorAll('*')])) {
    const text = [...one.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('')
    if (text.trim() === '' || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (one.closest('style, script, svg, :disabled') !== null) continue
    const backgrounds = ancestors(one).map((each) => getComputedStyle(each).backgroundColor)
    const back = painted(...backgrounds)
    const front = painted(...backgrounds, getComputedStyle(one).color)
    const [dark = 0, light = 0] = [luminance(front), luminance(back)].toSorted((a, b) => a - b)
    const ratio = (light + 0.05) / (dark + 0.05)
    if (ratio < 4.5) found.set(`${front} ${back}`, `${ratio.toFixed(2)}: ${text.trim().slice(0, 40)}`)
  }
  return [...found.values()]
}

// What a mutant is: one small change of one file, as a careless hand would make it, found by a rule and never picked.

/** A piece of a text, and what to put there. */
export interface Edit {
  start: number
  end: number
  replacement: string
}

export interface Mutant extends Edit {
  area: 'server' | 'contract'
  /** From the root of the project. */
  file: string
  /** The rule it comes from. */
  operator: string
  /** Where in the file, for people: the function, or the path of the node. */
  place: string
  line: number
  /** What stood there. */
  old: string
  /** The lines that it stands in. */
  source: string
}

export function applied(text: string, { start, end, replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** Makes mutants of the edits of one text: each once, and none that changes nothing. */
export function mutantsOf(
  text: string,
  edits: (Edit & Pick<Mutant, 'area' | 'file' | 'operator' | 'place'>)[],
): Mutant[] {
  const lineStarts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  const lineOf = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1
  const once = new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.replacement}`, edit]))
  return [...once.values()]
    .map((edit) => ({
      ...edit,
      line: lineOf(edit.start),
      old: text.slice(edit.start, edit.end),
      source: text.slice(...linesAround(text, edit)),
    }))
    .filter(({ old, replacement }) => old !== replacement)
}

/** One line that says all of it; MUTANT picks by its words. */
export function described({ file, line, operator, place, old, replacement }: Mutant): string {
  return `${file}:${line} ${place}: ${operator}: ${short(old)} -> ${short(replacement)}`
}

/** What changes, by whole lines. */
export function difference(text: string, mutant: Mutant): string {
  const [from, to] = linesAround(text, mutant)
  const lines = (sign: string, piece: string) => piece.split('\n').map((line) => `    ${sign} ${line}`)
  const after = text.slice(from, mutant.start) + mutant.replacement + text.slice(mutant.end, to)
  return [...lines('-', mutant.source), ...lines('+', after)].join('\n')
}

function linesAround(text: string, { start, end }: Edit): [from: number, to: number] {
  const to = text.indexOf('\n', Math.max(end - 1, start))
  return [text.lastIndexOf('\n', start - 1) + 1, to === -1 ? text.length : to]
}

function short(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line === '' ? '(nothing)' : line.length > 60 ? `${line.slice(0, 57)}...` : line
}

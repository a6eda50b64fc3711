// Reads a tutorial in Markdown as a list of steps that a test can follow. A step is found by its wording, which is the
// same for the reader and the test.

export type Step =
  | { kind: 'change'; file: string; hunks: Hunk[] }
  | { kind: 'new file'; file: string; text: string }
  | { kind: 'generate' }
  | { kind: 'test'; files: string[] }

/** `after` replaces `before`. */
interface Hunk {
  before: string
  after: string
}

const phrases = [
  // A code block belongs to the file that the text named last.
  /^(?<indent> *)```(?<language>diff|ts)\n(?<block>[\s\S]*?)\n *```$/,
  /`make (?<generate>generate)`/,
  /`make test ARGS='(?<tests>[^']*)'`/,
]
const pattern = new RegExp(phrases.map(({ source }) => `(?:${source})`).join('|'), 'gm')
const fileName = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|yaml))`/g

/** @param text One tutorial. */
export function readTutorial(text: string): Step[] {
  return [...text.matchAll(pattern)].map(({ index, groups = {} }): Step => {
    const { indent = '', language, block, generate, tests } = groups
    if (generate !== undefined) return { kind: 'generate' }
    if (block === undefined) return { kind: 'test', files: tests?.split(' ') ?? [] }
    const file = [...text.slice(0, index).matchAll(fileName)].at(-1)?.[1]
    if (file === undefined) throw new Error(`The text before this block names no file:\n${block}`)
    const lines = block.split('\n').map((line) => line.slice(indent.length))
    if (language === 'ts') return { kind: 'new file', file, text: `${lines.join('\n')}\n` }
    return { kind: 'change', file, hunks: lines.join('\n').split('\n@@\n').map(readHunk) }
  })
}

function readHunk(text: string): Hunk {
  const linesWithout = (sign: string) => text.split('\n').filter((line) => !line.startsWith(sign))
  const joined = (lines: string[]) => lines.map((line) => line.slice(1)).join('\n')
  return { before: joined(linesWithout('+')), after: joined(linesWithout('-')) }
}

/** @throws {Error} Unless the text contains `before` exactly once. */
export function applyHunk(text: string, { before, after }: Hunk): string {
  const parts = `\n${text}`.split(`\n${before}\n`)
  if (parts.length !== 2) throw new Error(`This text was found ${parts.length - 1} times instead of once:\n${before}`)
  return parts.join(`\n${after}\n`).slice(1)
}

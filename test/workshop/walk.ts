// A walk through the code, as a guide in Markdown tells it: what to change, in order, and what then is said to happen.
// Each is found by the words that a reader goes by.

export type Step =
  | { kind: 'change'; file: string; hunks: Hunk[] }
  | { kind: 'new file'; file: string; text: string }
  | { kind: 'generate' }
  | { kind: 'compiler'; complaints: Complaint[] }
  | { kind: 'test'; files: string[] }

/** Where `before` stands, `after` is to be. */
export interface Hunk {
  before: string
  after: string
}

export interface Complaint {
  file: string
  /** As far as the guide quotes it. */
  message: string | undefined
}

const sayings = [
  // A block, which is about the file that was named last.
  /^(?<indent> *)```(?<language>diff|ts)\n(?<block>[\s\S]*?)\n *```$/,
  /`make (?<generate>generate)`/,
  /The compiler now stops in (?<complaints>(?:(?!\.\s)[\s\S])*)\./,
  /The compiler is (?<content>content)/,
  /`make test ARGS='(?<tests>[^']*)'`/,
]
const pattern = new RegExp(sayings.map(({ source }) => `(?:${source})`).join('|'), 'gm')
const fileName = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|yaml))`/g

/** @param text Of one chapter. */
export function readWalk(text: string): Step[] {
  return [...text.matchAll(pattern)].map(({ index, groups = {} }): Step => {
    const { indent = '', language, block, generate, complaints, tests } = groups
    if (generate !== undefined) return { kind: 'generate' }
    if (tests !== undefined) return { kind: 'test', files: tests.split(' ') }
    if (block === undefined) return { kind: 'compiler', complaints: complaintsIn(complaints ?? '') }
    const file = [...text.slice(0, index).matchAll(fileName)].at(-1)?.[1]
    if (file === undefined) throw new Error(`Which file is this of?\n${block}`)
    const lines = block.split('\n').map((line) => line.slice(indent.length))
    if (language === 'ts') return { kind: 'new file', file, text: `${lines.join('\n')}\n` }
    return { kind: 'change', file, hunks: lines.join('\n').split('\n@@\n').map(readHunk) }
  })
}

// `server/core/plants/plant-handlers.ts`, "Property 'x' is missing", and in `test/y.test.ts`, which …
function complaintsIn(sentence: string): Complaint[] {
  return [...sentence.matchAll(/`([^`]+)`(?:,\s+"([^"]+)")?/g)].map(([, file = '', message]) => ({ file, message }))
}

function readHunk(text: string): Hunk {
  const lines = text.split('\n')
  const side = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n')
  return { before: side('+'), after: side('-') }
}

/** @throws {Error} where what the guide shows is not there, or there twice. */
export function applied(text: string, { before, after }: Hunk): string {
  const parts = `\n${text}`.split(`\n${before}\n`)
  if (parts.length !== 2) throw new Error(`This should be there once, and is ${parts.length - 1} times:\n${before}`)
  return parts.join(`\n${after}\n`).slice(1)
}

// Formats changes for people: breaking changes first, each with its place.
import { keysOf } from '../generate/json-pointer.ts'
import { type Change, type Impact, impacts } from './compare.ts'

const labels: Record<Impact, string> = { major: 'breaking', minor: 'new', patch: 'changed' }

/** @returns A line for each change, followed by a line for each reason why it is breaking. */
export function listChanges(changes: Change[]): string[] {
  const breakingFirst = changes.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
  return breakingFirst.flatMap((change) => [
    `${labels[change.impact].padEnd(9)} ${place(change)}`,
    ...change.verdicts.map(({ message, ruleId }) => `${' '.repeat(10)}${message} (${ruleId})`),
  ])
}

function place({ path, property, kind, revision, base }: Change): string {
  const [top = '', ...rest] = keysOf(path)
  const [apiPath = '', method = '', ...inside] = rest
  const isOperation = top === 'paths' && method !== '' && method !== 'parameters'
  const where = isOperation ? [`${method.toUpperCase()} ${apiPath}`, ...inside] : [top, ...rest]
  const { file, line } = revision ?? base ?? { file: '', line: 0 }
  return `${[...where, property ?? kind].join(' ')} (${file}:${line})`
}

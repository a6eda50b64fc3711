// The changes as people read them: what breaks first, and where each is.
import { type Change, type Impact, impacts } from './compare.ts'

const labels: Record<Impact, string> = { major: 'breaking', minor: 'new', patch: 'changed' }

/** A line for each change, and one for each reason why it breaks. */
export function listed(changes: Change[]): string[] {
  const worstFirst = changes.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
  return worstFirst.flatMap((change) => [
    `${labels[change.impact].padEnd(9)} ${place(change)}`,
    ...change.verdicts.map(({ message, ruleId }) => `${' '.repeat(10)}${message} (${ruleId})`),
  ])
}

function place({ path, property, kind, revision, base }: Change): string {
  const [top = '', ...rest] = path.split('/').slice(1).map(unescaped)
  const [of = '', method = '', ...within] = rest
  const isOperation = top === 'paths' && method !== '' && method !== 'parameters'
  const where = isOperation ? [`${method.toUpperCase()} ${of}`, ...within] : [top, ...rest]
  const { file, line } = revision ?? base ?? { file: '', line: 0 }
  return `${[...where, property ?? kind].join(' ')} (${file}:${line})`
}

// RFC 6901
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

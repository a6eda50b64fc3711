// All checks, as the table in README.md: a test compares both.
import { histories, rules } from './jobs.ts'
import type { Described } from './requests/draft.ts'
import { variations, variedValid } from './requests/families.ts'

const inPairs: Described & { name: string } = {
  name: 'two violations',
  sentence: 'The checks of a request, in their order.',
  sends: 'requests with two of the violations above',
  accepts: 'the refusal that comes first',
}
const options: Described & { name: string } = {
  name: 'OPTIONS',
  sentence: 'The methods of this path, in `Allow`.',
  sends: 'OPTIONS for each path',
  accepts: '204 with exactly its methods, and the media types of PATCH',
}

export const catalogue: (Described & { name: string })[] = [
  options,
  ...[...variedValid, ...variations].map(({ family: name, ...described }) => ({ name, ...described })),
  inPairs,
  ...rules,
  ...histories,
]

const ofInvalid = 'The request does not match the API description.'

export function formatCatalogue(): string {
  const rows = catalogue.map(({ name, sentence = ofInvalid, sends, accepts }) => {
    return `| ${[name, sentence, sends, accepts].join(' | ')} |`
  })
  return ['| Check | Contract | Sends | Accepts |', '|---|---|---|---|', ...rows].join('\n')
}

// All checks, as the table in README.md: a test compares both.
import { invariants } from './invariants/invariants.ts'
import { histories } from './jobs.ts'
import { categories } from './requests/categories.ts'
import type { Described } from './requests/template.ts'

export const catalogue: Described[] = [...categories, ...invariants, ...histories]

const ofInvalid = 'The request does not match the API description.'

export function formatCatalogue(): string {
  const rows = catalogue.map(({ name, sentence = ofInvalid, sends, accepts }) => {
    return `| ${[name, sentence, sends, accepts].join(' | ')} |`
  })
  return ['| Check | Contract | Sends | Accepts |', '|---|---|---|---|', ...rows].join('\n')
}

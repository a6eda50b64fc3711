// The table of all checks in README.md, which a test compares with it.
import { invariants } from './invariants/invariants.ts'
import { histories } from './jobs.ts'
import { categories } from './requests/categories.ts'
import type { CatalogueEntry } from './requests/template.ts'

export const catalogue: CatalogueEntry[] = [...categories, ...invariants, ...histories]

const defaultSentence = 'The request does not match the API description.'

export function formatCatalogue(): string {
  const rows = catalogue.map(({ name, sentence = defaultSentence, sends, accepts }) => {
    return `| ${[name, sentence, sends, accepts].join(' | ')} |`
  })
  return ['| Check | Contract | Sends | Accepts |', '|---|---|---|---|', ...rows].join('\n')
}

// Mutants that nothing notices, and why that is right: what they change can be seen by nobody, or may be either way.
import type { Mutant } from './mutant.ts'

export interface Survivor {
  file: string
  operator: string
  /** Part of the lines that it changes. */
  source: string
  /** What stood there before, where the same rule has more to do in these lines. */
  old?: string
  reason: string
}

const keyColumns = 'A table WITHOUT ROWID takes no NULL in a column of its key, whether it says so or not.'

export const survivors: Survivor[] = [
  ...['owner TEXT NOT NULL', 'id TEXT NOT NULL', 'key TEXT NOT NULL'].map((source) => ({
    file: 'server/store/sqlite-migrations.ts',
    operator: 'SQL: lose a constraint',
    source,
    reason: keyColumns,
  })),
  {
    file: 'server/pages.ts',
    operator: 'blank a text between values',
    source: '; charset=utf-8',
    reason: 'Express adds the charset to a text that is sent without one.',
  },
  {
    file: 'server/ops/ops-server.ts',
    operator: 'blank a text',
    source: "req.url?.split('?')[0]",
    old: "''",
    reason: 'A text that is split has a first piece: the default is there for the compiler.',
  },
  {
    file: 'server/mock/preference.ts',
    operator: 'blank a text',
    source: 'groups?.name',
    old: "''",
    reason: 'What matches has both groups: the defaults are there for the compiler.',
  },
  {
    file: 'server/mock/preference.ts',
    operator: 'keep one side',
    source: 'code && { code: Number(code) }',
    old: 'code && { code: Number(code) }',
    reason: 'Prism takes NaN for no code.',
  },
  {
    file: 'server/settings.ts',
    operator: 'change a number greatly',
    source: '9_999_999',
    reason: 'A number of more than seven digits is none before anybody looks whether it is too large.',
  },
  {
    file: 'server/contract/body.ts',
    operator: 'blank a text',
    source: 'The request body is incomplete.',
    reason: 'The caller has gone when this is said.',
  },
  {
    file: 'server/contract/parameters.ts',
    operator: 'take a condition for true',
    source: "segment.startsWith('{')",
    reason:
      'A segment that is no parameter was compared with the contract when the request was routed: it has no escapes.',
  },
]

export function reasonFor(mutant: Mutant): string | undefined {
  return survivors.find((survivor) => fits(survivor, mutant))?.reason
}

/** Those that fit no mutant any more. */
export function stale(mutants: Mutant[]): Survivor[] {
  return survivors.filter((survivor) => !mutants.some((mutant) => fits(survivor, mutant)))
}

function fits({ file, operator, source, old }: Survivor, mutant: Mutant): boolean {
  const isThere = mutant.file === file && mutant.operator === operator && mutant.source.includes(source)
  return isThere && (old === undefined || mutant.old === old)
}

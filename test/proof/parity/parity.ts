// The whole of parity: all families walked at once, each in a lane of its own, and what came of it.
import { type Family, families } from '../../../tools/contract-tester/requests/families.ts'
import { allowedDifferences } from './differences.ts'
import { ThirdFace } from './plain-prism.ts'
import { differencesOfPrism, formsOfPrism } from './prism-differences.ts'
import { type Walk, type Walked, walk } from './run-family.ts'

export interface Parity {
  walked: Walked[]
  requests: number
  /** Differences between service and mock that may occur, and how often they did. */
  differences: Map<string, number>
  /** The same of plain Prism, by the row of its tables. */
  ofPrism: Map<string, number>
  requestsToPrism: number
  /** What must not be: failures, differences that nobody explains, and rows that do not occur any more. */
  wrong: string[]
}

export interface Depth {
  seed: number
  requests: number
  /** Of one family, how many Prism may leave without an answer before it is asked no more; 0: it is not asked at all. */
  patience: number
}

/** @param onRequest Is told of every request that both have answered. */
export async function parity(
  faces: Pick<Walk, 'urls' | 'folder' | 'foreign'>,
  { seed, requests, patience }: Depth,
  onRequest: () => void = () => {},
): Promise<Parity> {
  await using prism = new ThirdFace(patience)
  const lane = (family: Family) =>
    walk(
      {
        ...faces,
        seed,
        requestsPerFamily: Math.ceil(requests / families.length),
        async onRequest(draft, facts, name) {
          onRequest()
          if (patience > 0) await prism.ask(draft, facts, name)
        },
      },
      family,
    )
  // A short run need not come past every difference.
  const isLong = requests >= 2_000
  const walked = await Promise.all(families.map(lane))
  const differences = sum(walked.map((one) => one.differences))
  const ofPrism = byRow(prism.differences)
  return {
    walked,
    requests: walked.reduce((total, one) => total + one.requests, 0),
    differences,
    ofPrism,
    requestsToPrism: prism.requests,
    wrong: [
      ...walked.flatMap(({ family, failure }) => (failure === undefined ? [] : [`${family}: ${failure}`])),
      ...[...prism.unexplained].map(
        ([name, request]) => `Prism differs, and no row of prism-differences.ts says so: ${name}\n${request}`,
      ),
      ...(isLong ? gone(allowedDifferences, differences, 'differences.ts') : []),
      ...(isLong && patience > 0 ? gone(rowsOfPrism, ofPrism, 'prism-differences.ts') : []),
    ],
  }
}

const rowsOfPrism = { ...differencesOfPrism, ...Object.fromEntries(formsOfPrism.map(({ name }) => [name, ''])) }

function sum(counts: Map<string, number>[]): Map<string, number> {
  const total = new Map<string, number>()
  for (const [name, count] of counts.flatMap((one) => [...one])) total.set(name, (total.get(name) ?? 0) + count)
  return total
}

// What Prism answered is no part of the name of a row.
function byRow(differences: Map<string, number>): Map<string, number> {
  return sum([...differences].map(([name, count]) => new Map([[name.split(': ')[0] ?? name, count]])))
}

function gone(table: object, occurred: Map<string, number>, file: string): string[] {
  return Object.keys(table)
    .filter((name) => !occurred.has(name))
    .map((name) => `${file}: "${name}" does not occur any more: take the row away, and what stands in for it.`)
}

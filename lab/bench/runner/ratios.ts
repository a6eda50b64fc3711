// The table of a run, and whether its figures are valid: the ratio of each subject to the first one, in the same round.
import type { Row } from '../../print-result.ts'
import type { Measured } from './rounds.ts'

/** The middle half of the rounds. */
interface Spread {
  median: number
  low: number
  high: number
}

const leastRounds = 5
/** The middle half of the rounds, as a part of the median. */
const mostSpread = 0.25
const mostOtherLoad = 0.2

/** A row for each workload: what the first subject costs, and the ratio of each other one to it. */
export function ratioRows({ names: [first = '', ...others], samples }: Measured): Row[] {
  return [...samples].map(([workload, [base = [], ...rest]]) => ({
    Workload: workload,
    [first]: Math.round(measureSpread(base).median),
    ...Object.fromEntries(others.map((name, index) => [`× ${name}`, formatSpread(getRatios(base, rest[index]))])),
  }))
}

export function medianRatios([base = [], ...rest]: number[][]): number[] {
  return rest.map((values) => getRatios(base, values).median)
}

/** Lines that say why the figures are not valid, and what to do. */
export function findInvalid({ samples, otherLoad }: Measured): string[] {
  const spreads = [...samples.values()].flatMap(([base = [], ...rest]) => rest.map((values) => getRatios(base, values)))
  const rounds = [...samples.values()][0]?.[0]?.length ?? 0
  const uncertain = spreads.filter(({ median, low, high }) => (high - low) / median > mostSpread).length
  const tests: [isInvalid: boolean, reason: string][] = [
    [otherLoad > mostOtherLoad, `other programs used ${otherLoad.toFixed(1)} cores. Stop them and run this again.`],
    [rounds < leastRounds, `ROUNDS=${rounds} is too few. Use ${leastRounds} or more.`],
    [
      uncertain > 0,
      `${uncertain} of ${spreads.length} ratios have a spread above ${mostSpread * 100} %. Use a quiet machine.`,
    ],
  ]
  return tests.flatMap(([isInvalid, reason]) => (isInvalid ? [`Not valid: ${reason}`] : []))
}

function getRatios(base: number[], values: number[] = []): Spread {
  return measureSpread(base.flatMap((value, round) => (values[round] === undefined ? [] : [values[round] / value])))
}

function measureSpread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => {
    const index = (sorted.length - 1) * part
    const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.floor(index)], sorted[Math.ceil(index)]]
    return lower + (upper - lower) * (index % 1)
  }
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

function formatSpread({ median, low, high }: Spread): string {
  return low === high ? median.toFixed(2) : `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

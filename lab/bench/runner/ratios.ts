// The table of a run, with the ratio of each subject to the first one in the same round, and checks that it is valid.
import type { Row } from '../../print-result.ts'
import type { Measurement } from './rounds.ts'

/** The median and the quartiles of the rounds. */
interface Spread {
  median: number
  low: number
  high: number
}

const minRounds = 5
/** Maximum interquartile range, as a fraction of the median. */
const maxSpread = 0.25
const maxOtherLoad = 0.2

/** Returns a row for each workload: the cost of the first subject, and the ratio of each other subject to it. */
export function ratioRows({ names: [first = '', ...others], samples }: Measurement): Row[] {
  return [...samples].map(([workload, [base = [], ...rest]]) => ({
    Workload: workload,
    [first]: Math.round(measureSpread(base).median),
    ...Object.fromEntries(others.map((name, index) => [`× ${name}`, formatSpread(getRatios(base, rest[index]))])),
  }))
}

export function medianRatios([base = [], ...rest]: number[][]): number[] {
  return rest.map((values) => getRatios(base, values).median)
}

/** Returns lines that say why the figures are not valid, and what to do. */
export function findInvalid({ samples, otherLoad }: Measurement): string[] {
  const spreads = [...samples.values()].flatMap(([base = [], ...rest]) => rest.map((values) => getRatios(base, values)))
  const rounds = [...samples.values()][0]?.[0]?.length ?? 0
  const uncertain = spreads.filter(({ median, low, high }) => (high - low) / median > maxSpread).length
  const tests: [isInvalid: boolean, reason: string][] = [
    [otherLoad > maxOtherLoad, `other programs used ${otherLoad.toFixed(1)} cores. Stop them and run this again.`],
    [rounds < minRounds, `ROUNDS=${rounds} is too few. Use ${minRounds} or more.`],
    [
      uncertain > 0,
      `${uncertain} of ${spreads.length} ratios have a spread above ${maxSpread * 100} %. Use an idle machine.`,
    ],
  ]
  return tests.flatMap(([isInvalid, reason]) => (isInvalid ? [`Not valid: ${reason}`] : []))
}

function getRatios(base: number[], values: number[] = []): Spread {
  return measureSpread(base.flatMap((value, round) => (values[round] === undefined ? [] : [values[round] / value])))
}

function measureSpread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const quantile = (fraction: number) => {
    const index = (sorted.length - 1) * fraction
    const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.floor(index)], sorted[Math.ceil(index)]]
    return lower + (upper - lower) * (index % 1)
  }
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) }
}

function formatSpread({ median, low, high }: Spread): string {
  return low === high ? median.toFixed(2) : `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

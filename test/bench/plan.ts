// The cells of a run in their order. Each round shuffles workloads and contenders again, so that neither has a fixed place.
import type { Contender } from './contenders.ts'
import { freshTarget, type Variant, variants, type Workload } from './workloads.ts'

export interface Cell {
  workload: Workload
  variant: Variant
  /** The number of its first request: reads and writes of each variant are counted for one process. */
  first: number
  warmUp: number
  /** In the order in which they run. */
  contenders: Contender[]
}

/**
 * @param random From 0 to 1.
 * @returns The cells of each round.
 * @throws {Error} if there are not enough plants for so many rounds.
 */
export function planRounds(
  rounds: number,
  chosen: { workloads: Workload[]; contenders: Contender[] },
  random: () => number,
): Cell[][] {
  const used = new Map<string, number>()
  const cells = Array.from({ length: rounds }, () =>
    shuffled(groupsOf(chosen.workloads), random).flatMap((group) =>
      shuffled([...variants], random).flatMap((variant) =>
        group.map((workload) => {
          const warmUp = Math.ceil(workload.count / 10)
          const counted = `${variant} ${workload.writes ? 'writes' : 'reads'}`
          const first = used.get(counted) ?? 0
          used.set(counted, first + warmUp + workload.count)
          return { workload, variant, first, warmUp, contenders: shuffled(chosen.contenders, random) }
        }),
      ),
    ),
  )
  const lastRead = (used.get('fresh reads') ?? 1) - 1
  freshTarget(lastRead, false)
  return cells
}

/** The writes are one group, in their order: a plant is deleted after it was created. */
function groupsOf(workloads: Workload[]): Workload[][] {
  const writes = workloads.filter((one) => one.writes)
  return [...workloads.filter((one) => !writes.includes(one)).map((one) => [one]), writes].filter(
    (group) => group.length > 0,
  )
}

// Fisher and Yates.
function shuffled<T>(items: T[], random: () => number): T[] {
  const result = [...items]
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    // Both exist.
    ;[result[index], result[other]] = [result[other] as T, result[index] as T]
  }
  return result
}

// Records histories of a store, several at a time, and checks whether each is linearizable: each call must take effect
// atomically, at a point between its start and its end.
import { contract } from '../../generated/index.ts'
import type { ItemStore } from '../../stack/core/stores/item-store.ts'
import { createMemoryStore } from '../../stack/core/stores/memory-store.ts'
import { openPostgresStore } from '../../stack/server/store/postgres/store.ts'
import { newFolder, onCleanUp } from '../../stack/test/support/folder.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { seedOfRun } from '../../stack/test/support/seeded-random.ts'
import { openPlants } from '../../test/support/stored-plants.ts'
import { type Entry, emptyState, type State, stateAfter } from './model.ts'
import { recordHistory } from './record.ts'

/** Functions that open the instances of a new store, by name. `cleanUp` closes the instances. */
export const storeFactories: Record<string, () => Promise<ItemStore[]>> = {
  memory: async () => [createMemoryStore(contract)],
  SQLite: async () => closeOnCleanUp([await openPlants(await newFolder())]),
  'PostgreSQL, three instances': async () => {
    const { url } = await newDatabase()
    const options = {
      collections: contract.collections,
      poolSize: 5,
      connectTimeoutMs: 5_000,
      statementTimeoutMs: 20_000,
    }
    const open = () => openPostgresStore({ ...options, url })
    return closeOnCleanUp(await Promise.all([open(), open(), open()]))
  },
}

function closeOnCleanUp(stores: ItemStore[]): ItemStore[] {
  onCleanUp(async () => void (await Promise.all(stores.map((store) => store.close()))))
  return stores
}

export interface Report {
  calls: number
  /** Number of calls that overlap a different call of the same owner. */
  concurrentCalls: number
  /** Histories of one owner that are not linearizable. */
  anomalies: { name: string; history: Entry[] }[]
}

const concurrency = 4

export async function checkHistories(
  stores: ItemStore[],
  { seed, histories }: { seed: number; histories: number },
): Promise<Report> {
  const report: Report = { calls: 0, concurrentCalls: 0, anomalies: [] }
  const runs = Array(histories).keys()

  async function worker(): Promise<void> {
    for (const run of runs) {
      const name = `history ${run}`
      for (const history of await recordHistory(stores, name, seedOfRun(seed, run))) {
        report.calls += history.length
        report.concurrentCalls += history.filter((entry) =>
          history.some(
            (candidate) => candidate !== entry && candidate.start < entry.end && entry.start < candidate.end,
          ),
        ).length
        if (!isLinearizable(history)) report.anomalies.push({ name, history })
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return report
}

/**
 * The search of Wing and Gong (https://doi.org/10.1006/jpdc.1993.1015) finds an order of the linearization points. As
 * Lowe proposes (https://doi.org/10.1002/cpe.3928), it visits no combination of completed calls and state twice.
 * @param history The calls for one owner, at most 31.
 */
function isLinearizable(history: Entry[]): boolean {
  const allDone = 2 ** history.length - 1
  const visited = new Set<string>()

  /** @param done One bit for each call that has taken effect. */
  function canContinue(done: number, state: State): boolean {
    if (done === allDone) return true
    const key = `${done} ${JSON.stringify(state)}`
    if (visited.has(key)) return false
    visited.add(key)
    const todo = history.map((entry, index) => ({ ...entry, bit: 2 ** index })).filter(({ bit }) => (done & bit) === 0)
    const firstEnd = Math.min(...todo.map(({ end }) => end))
    return todo.some(({ call, observed, start, bit }) => {
      // A call that starts after the end of a different call takes effect after it.
      if (start > firstEnd) return false
      const next = stateAfter(state, call, observed)
      return next !== undefined && canContinue(done | bit, next)
    })
  }

  return canContinue(0, emptyState)
}

export function describe({ name, history }: Report['anomalies'][number]): string {
  const sorted = history.toSorted((first, second) => first.start - second.start)
  const lines = sorted.map(({ start, end, call, observed }) => {
    return `  ${start}–${end} ${JSON.stringify(call)} → ${JSON.stringify(observed)}`
  })
  return [`${name} is not linearizable:`, ...lines].join('\n')
}

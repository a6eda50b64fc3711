// Whether a history is linearizable: each call happened at one moment between its start and its end. The search of Wing and
// Gong (https://doi.org/10.1006/jpdc.1993.1015) finds the order of these moments. As Lowe proposes
// (https://doi.org/10.1002/cpe.3928), it visits no combination of calls and state twice.
import { after, type Call, empty, type Observation, type State } from './model.ts'

export interface Entry {
  call: Call
  observed: Observation
  /** Positions in the order in which the calls of all clients start and end. */
  start: number
  end: number
}

/** @param history The calls for one owner, at most 31. */
export function isLinearizable(history: Entry[]): boolean {
  const all = 2 ** history.length - 1
  const visited = new Set<string>()

  /** @param done One bit for each call that has happened. */
  function canContinue(done: number, state: State): boolean {
    if (done === all) return true
    const key = `${done} ${JSON.stringify(state)}`
    if (visited.has(key)) return false
    visited.add(key)
    const open = history.map((entry, index) => ({ ...entry, bit: 2 ** index })).filter(({ bit }) => (done & bit) === 0)
    const firstEnd = Math.min(...open.map(({ end }) => end))
    return open.some(({ call, observed, start, bit }) => {
      // A call that starts after the end of another one happens after it.
      if (start > firstEnd) return false
      const next = after(state, call, observed)
      return next !== undefined && canContinue(done | bit, next)
    })
  }

  return canContinue(0, empty)
}

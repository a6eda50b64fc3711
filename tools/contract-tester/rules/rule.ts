// A rule of the contract that no single request shows: a fixed sequence of requests, compared with a model.
import { randomUUID } from 'node:crypto'
import { call, type Session } from '../call.ts'
import { Caller } from '../caller.ts'
import type { Check } from '../checks.ts'
import type { Target } from '../target.ts'

export interface Rule {
  name: string
  check: Check
  /** The sentence of the contract, word for word. */
  sentence: string
  /** The tokens that it needs besides the caller's, by the names of their placeholders. */
  needs?: string[]
  run: (actors: Actors) => Promise<void>
}

interface Actors {
  /** Its check and its sentence are those of the rule. */
  session: Session
  caller: Caller
  /** A second caller; the same as `caller` unless the rule needs its token. */
  neighbour: Caller
  /** A text that no other plant has. */
  unique: string
}

export function runRule({ run, needs = [] }: Rule, session: Session): Promise<void> {
  const caller = new Caller(session)
  const unique = `tester-${randomUUID().slice(0, 8)}`
  if (!needs.includes('neighbourToken')) return run({ session, caller, neighbour: caller, unique })
  const neighbour = new Caller(session, session.target.values.neighbourToken)
  caller.others.push(neighbour)
  neighbour.others.push(caller)
  return run({ session, caller, neighbour, unique })
}

/** Sends requests at the same time, each over its own connection. */
export async function atTheSameTime<T>(
  target: Target,
  count: number,
  request: (target: Target, index: number) => Promise<T>,
): Promise<T[]> {
  const targets = Array.from({ length: count }, () => target.another())
  try {
    // The first requests open the connections.
    await Promise.all(targets.map((one) => call(one, 'listPlants', { query: ['limit=1'] })))
    return await Promise.all(targets.map(request))
  } finally {
    for (const one of targets) one[Symbol.dispose]()
  }
}

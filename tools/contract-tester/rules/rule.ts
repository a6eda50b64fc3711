// A rule of the contract that no single request shows: a fixed sequence of requests, compared with a model.
import { randomUUID } from 'node:crypto'
import type { Session } from '../call.ts'
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
  /** Runs while no other case changes the plants of the caller. */
  alone?: boolean
  run: (actors: Actors) => Promise<void>
}

export interface Actors {
  session: Session
  caller: Caller
  /** A second caller; the same as `caller` unless the rule needs its token. */
  neighbour: Caller
  target: Target
  check: Check
  /** A text that no other plant has. */
  unique: string
}

export function runRule(rule: Rule, session: Session): Promise<void> {
  session.sentence = rule.sentence
  session.check = rule.check
  const caller = new Caller(session)
  const { neighbourToken } = session.target.values
  const isNeeded = rule.needs?.includes('neighbourToken') && neighbourToken !== undefined
  const neighbour = isNeeded ? new Caller(session, neighbourToken) : caller
  if (isNeeded) {
    caller.others.push(neighbour)
    neighbour.others.push(caller)
  }
  const unique = `tester-${randomUUID().slice(0, 8)}`
  return rule.run({ session, caller, neighbour, target: session.target, check: rule.check, unique })
}

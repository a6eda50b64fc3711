// A rule of the contract that no single request shows: a fixed sequence of requests, compared with a model.
import { type CallOptions, call, requireAccepted, type Session } from '../call.ts'
import { Caller, type Method } from '../caller.ts'
import type { Check } from '../checks.ts'
import type { Collection } from '../contract/collections.ts'
import type { Described } from '../requests/draft.ts'

export interface Rule extends Described {
  name: string
  check: Check
  fits: (collection: Collection) => boolean
  /** Whether it needs a second caller, so that it does not fit a collection without tokens. Default: no. */
  needsOtherCaller?: true
  run: (actors: Actors) => Promise<void>
}

interface Actors {
  /** Its check and its sentence are those of the rule. */
  session: Session
  collection: Collection
  caller: Caller
  /** A second caller; the same as `caller` unless the rule needs its token. */
  otherCaller: Caller
  /** The path of the first caller, with the token of the second one. */
  asOtherCaller: CallOptions
}

export async function runRule(rule: Rule, collection: Collection, session: Session): Promise<void> {
  const { check, sentence, needsOtherCaller } = rule
  Object.assign(session, { check, sentence })
  const { token, otherCallerToken } = session.target.values
  const caller = await Caller.of(session, collection, token)
  const otherCaller = needsOtherCaller ? await caller.another(otherCallerToken) : caller
  const asOtherCaller = { values: { ...caller.values, token: otherCaller.values.token ?? '' } }
  return rule.run({ session, collection, caller, otherCaller, asOtherCaller })
}

/** Sends requests at the same time, each over its own connection. Returns their results, and sorted statuses. */
export async function atTheSameTime(caller: Caller, method: Method, requests: CallOptions[]) {
  const { session, values } = caller
  const { target } = session
  const { simplest } = target.options.contract
  using connections = new DisposableStack()
  const targets = requests.map(() => connections.use(target.another()))
  // The first requests open the connections.
  await Promise.all(targets.map((one) => simplest && call(one, simplest)))
  const operation = caller.operation(method)
  const results = await Promise.all(
    requests.map((request, index) => call(targets[index] ?? target, operation, { values, ...request })),
  )
  for (const result of results) requireAccepted(operation, result)
  session.request = results[0]?.text ?? ''
  return { results, statuses: results.map(({ response }) => response.status).toSorted() }
}

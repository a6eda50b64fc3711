// An invariant of the contract that no history can show: its requests are sent at the same time, or they concern two
// collections.
import { type CallOptions, call, requireAccepted, type Session } from '../call.ts'
import { Caller, type Method } from '../caller.ts'
import type { Check } from '../checks.ts'
import type { Collection } from '../contract/collections.ts'
import type { Described } from '../requests/template.ts'

export interface Invariant extends Described {
  check: Check
  fits: (collection: Collection) => boolean
  run: (caller: Caller) => Promise<void>
}

export async function runInvariant(
  { check, sentence, run }: Invariant,
  collection: Collection,
  session: Session,
): Promise<void> {
  Object.assign(session, { check, sentence })
  await run(await Caller.of(session, collection))
}

/** Sends requests at the same time, each over its own connection. Returns their results, and sorted statuses. */
export async function atTheSameTime(caller: Caller, method: Method, requests: CallOptions[]) {
  const { session, values } = caller
  const { system } = session
  const { simplest } = system.options.contract
  using connections = new DisposableStack()
  const systems = requests.map(() => connections.use(system.another()))
  // The first requests open the connections.
  await Promise.all(systems.map((system) => simplest && call(system, simplest)))
  const operation = caller.operation(method)
  const results = await Promise.all(
    requests.map((request, index) => call(systems[index] ?? system, operation, { values, ...request })),
  )
  for (const result of results) requireAccepted(operation, result)
  session.request = results[0]?.text ?? ''
  return { results, statuses: results.map(({ response }) => response.status).toSorted() }
}

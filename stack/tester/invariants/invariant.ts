// An invariant of the contract that no history can test: its requests are concurrent, or they concern two collections.
import { type CallOptions, call, requireAccepted, type Session } from '../call.ts'
import { Caller, type StandardMethodName } from '../caller.ts'
import type { Check } from '../checks.ts'
import type { Collection } from '../contract/collections.ts'
import type { CatalogueEntry } from '../requests/template.ts'

export interface Invariant extends CatalogueEntry {
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
  await run(await Caller.setUp(session, collection))
}

/** Sends concurrent requests, each over its own connection. Returns the results, and their statuses in ascending order. */
export async function sendConcurrently(caller: Caller, method: StandardMethodName, requests: CallOptions[]) {
  const { session, values } = caller
  const { system } = session
  const { simplestRead } = system.options.contract
  using connections = new DisposableStack()
  const systems = requests.map(() => connections.use(system.withNewConnection()))
  // The first requests open the connections.
  await Promise.all(systems.map((system) => simplestRead && call(system, simplestRead)))
  const operation = caller.getOperation(method)
  const results = await Promise.all(
    requests.map((request, index) => call(systems[index] ?? system, operation, { values, ...request })),
  )
  for (const result of results) requireAccepted(operation, result)
  session.request = results[0]?.requestText ?? ''
  return { results, statuses: results.map(({ response }) => response.status).toSorted() }
}

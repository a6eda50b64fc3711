// The store of a service that listens already. Opening the data can take minutes after a change of the contract.
import type { Readiness } from '../../core/stores/item-store.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import { type OpenStore, openStore } from './open-store.ts'
import type { SqliteOptions } from './sqlite/store.ts'

/** Pause between two log lines about the progress, in ms. */
const logEveryMs = 5_000

/** @param log Called with the progress. */
export function deferStore(configuration: Configuration, log: (progress: string) => void, options: SqliteOptions) {
  const closing = new AbortController()
  let store: OpenStore | undefined
  let progress = 'nothing is done yet'
  let loggedAt = performance.now()

  function onProgress(done: string): void {
    progress = done
    if (performance.now() < loggedAt + logEveryMs) return
    loggedAt = performance.now()
    log(done)
  }

  return {
    /** `undefined` until it is open. */
    get current(): OpenStore | undefined {
      return store
    },
    /** What is done while the data are opened. */
    get progress(): string {
      return progress
    },
    /** @throws {StartUpError} if the data cannot be used. */
    async open(): Promise<OpenStore> {
      store = await openStore(configuration, { ...options, onProgress, signal: closing.signal })
      return store
    },
    async readiness(): Promise<Readiness> {
      return (await store?.readiness()) ?? 'unavailable'
    },
    /** As `SqliteStore.backUp`. */
    async backUp(): Promise<string | undefined> {
      if (store?.backUp === undefined) throw new Error('the data are not open yet')
      return store.backUp()
    },
    /** Stops the opening of SQLite too. */
    async close(): Promise<void> {
      closing.abort()
      await store?.close()
    },
  }
}

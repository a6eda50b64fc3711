// Writes that wait at the same time share one transaction, and so one wait for the disk. That wait blocks the event
// loop: after a long one, the loop is free for at least as long. So the writes of one caller cannot stop the service.
import { OutcomeUnknown, StoreUnavailable } from '../../core/stores/item-store.ts'

/** Longer batches would block the event loop themselves. */
const maxBatch = 100

interface Waiting<Context> {
  write: (context: Context) => unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** @param transaction Runs the writes, and returns the result of each. If one throws, none has happened. */
export function groupCommit<Context>(transaction: (writes: ((context: Context) => unknown)[]) => unknown[]) {
  const queue: Waiting<Context>[] = []
  let isScheduled = false
  let freeUntil = 0

  function schedule(): void {
    if (isScheduled || queue.length === 0) return
    isScheduled = true
    const wait = freeUntil - performance.now()
    // No timer is shorter than a millisecond, and after a short commit one turn of the event loop is enough.
    if (wait >= 1) setTimeout(runNext, wait)
    else setImmediate(runNext)
  }

  function runNext(): void {
    isScheduled = false
    const start = performance.now()
    run(queue.splice(0, maxBatch))
    const end = performance.now()
    freeUntil = end + (end - start)
    schedule()
  }

  function run(batch: Waiting<Context>[]): void {
    try {
      const results = transaction(batch.map(({ write }) => write))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index])
    } catch (error) {
      const isOfStore = error instanceof StoreUnavailable || error instanceof OutcomeUnknown
      if (batch.length === 1 || isOfStore) for (const { reject } of batch) reject(error)
      // One of the writes is not valid; the others must not fail with it.
      else for (const one of batch) run([one])
    }
  }

  return {
    /** Resolves once the write is durable. */
    add<T>(write: (context: Context) => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        // The result comes from `write`.
        queue.push({ write, resolve: (result) => resolve(result as T), reject })
        schedule()
      })
    },
    /** Runs every write that waits. */
    flush(): void {
      while (queue.length > 0) run(queue.splice(0, maxBatch))
    },
  }
}

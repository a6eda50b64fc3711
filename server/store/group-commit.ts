// Writes that wait at the same time share one transaction, and so one wait for the disk. That wait blocks the event loop:
// after a long one, the loop is free for at least as long. So the writes of one caller cannot stop the service.

/** Longer batches would block the event loop themselves. */
const maxBatch = 100

export interface GroupCommit<Context> {
  /** Resolves once the write is durable. */
  add: <T>(write: (context: Context) => T) => Promise<T>
  /** Runs every write that waits. */
  flush: () => void
}

interface Waiting<Context> {
  write: (context: Context) => unknown
  settle: (outcome: PromiseSettledResult<unknown>) => void
}

/** @param transaction Runs the writes, and returns the outcome of each; or throws if none of them has one. */
export function groupCommit<Context>(
  transaction: (writes: ((context: Context) => unknown)[]) => PromiseSettledResult<unknown>[],
): GroupCommit<Context> {
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
      const outcomes = transaction(batch.map(({ write }) => write))
      for (const [index, outcome] of outcomes.entries()) batch[index]?.settle(outcome)
    } catch (reason) {
      for (const { settle } of batch) settle({ status: 'rejected', reason })
    }
  }

  return {
    add<T>(write: (context: Context) => T) {
      return new Promise<T>((resolve, reject) => {
        queue.push({
          write,
          // The value comes from `write`.
          settle: (outcome) => (outcome.status === 'fulfilled' ? resolve(outcome.value as T) : reject(outcome.reason)),
        })
        schedule()
      })
    },
    flush() {
      while (queue.length > 0) run(queue.splice(0, maxBatch))
    },
  }
}

// Asks /live and /ready of an instance all the time.
import { setTimeout as sleep } from 'node:timers/promises'

interface Answer {
  startedAt: number
  endedAt: number
  status: number
}

export function watchHealth(opsUrl: string) {
  let isEnding = false
  const live: Answer[] = []
  const ready: Answer[] = []
  const ask = async (path: string, answers: Answer[]) => {
    while (!isEnding) {
      const startedAt = performance.now()
      const response = await fetch(opsUrl + path, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined)
      answers.push({ startedAt, endedAt: performance.now(), status: response?.status ?? 0 })
      await sleep(100)
    }
  }
  const asked = Promise.all([ask('/live', live), ask('/ready', ready)])
  return {
    /** Resolves when /ready has responded to a request that was sent after this time. */
    async readySince(time: number): Promise<void> {
      while (!ready.some(({ startedAt }) => startedAt > time)) await sleep(20)
    },

    /** @returns What was wrong. */
    async end(failedAt: number, promotingAt: number): Promise<string[]> {
      isEnding = true
      await asked
      const withoutPrimary = ready.filter(({ startedAt, endedAt }) => startedAt > failedAt && endedAt < promotingAt)
      return [
        ...live.filter(({ status }) => status !== 200).map(({ status }) => `/live got ${status}`),
        ...(withoutPrimary.some(({ status }) => status === 200) ? ['/ready got 200 without a primary'] : []),
        ...(ready.at(-1)?.status === 200 ? [] : [`/ready got ${ready.at(-1)?.status} after the promotion`]),
      ]
    },
  }
}

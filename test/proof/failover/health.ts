// Asks /live and /ready of an instance all the time.
import { setTimeout as sleep } from 'node:timers/promises'

interface Answer {
  startedAt: number
  endedAt: number
  status: number
}

/** @returns A function that ends it, and returns what was wrong, and how often /ready responded without a primary. */
export function watchHealth(opsUrl: string) {
  let isEnding = false
  const ask = async (path: string): Promise<Answer[]> => {
    const answers: Answer[] = []
    while (!isEnding) {
      const startedAt = performance.now()
      const response = await fetch(opsUrl + path, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined)
      answers.push({ startedAt, endedAt: performance.now(), status: response?.status ?? 0 })
      await sleep(100)
    }
    return answers
  }
  const asked = Promise.all([ask('/live'), ask('/ready')])
  return async (failedAt: number, promotingAt: number) => {
    isEnding = true
    const [live, ready] = await asked
    const withoutPrimary = ready.filter(({ startedAt, endedAt }) => startedAt > failedAt && endedAt < promotingAt)
    const errors = [
      ...live.filter(({ status }) => status !== 200).map(({ status }) => `/live got ${status}`),
      ...(withoutPrimary.some(({ status }) => status === 200) ? ['/ready got 200 without a primary'] : []),
      ...(ready.at(-1)?.status === 200 ? [] : [`/ready got ${ready.at(-1)?.status} after the promotion`]),
    ]
    return { errors, checksOfReady: withoutPrimary.length }
  }
}

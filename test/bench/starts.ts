// How long a contender takes from its start to the first page of plants, and the memory that it has then.
import { setTimeout as sleep } from 'node:timers/promises'
import { ContenderProcess } from './contender-process.ts'
import type { Contender } from './contenders.ts'
import { send } from './load.ts'

export interface Start {
  milliseconds: number
  megabytes: number
}

/** @param settings Environment variables with a small data folder. */
export async function measureStart(
  contender: Contender,
  settings: Record<string, string>,
  token: string,
): Promise<Start> {
  const startedAt = performance.now()
  const process = await ContenderProcess.start(contender, settings)
  // Until it has the keys of the issuer, it may be unavailable.
  while (!(await isListed(process, token))) await sleep(1)
  const milliseconds = performance.now() - startedAt
  const megabytes = process.memoryMegabytes()
  await process.end()
  return { milliseconds, megabytes }
}

async function isListed({ url }: ContenderProcess, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` }
  let isListed = false
  await send(url, [{ method: 'GET', path: '/plants?limit=20', headers, status: [200, 503] }], (_, head) => {
    isListed = head.startsWith('200', 9)
  })
  return isListed
}

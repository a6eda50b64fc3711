// Callers that never stop, while something is done to the service, and the checks that must hold afterwards.
import { createPlantClient } from '../../../client/index.ts'
import { type Load, startLoad } from './load.ts'
import type { Nginx } from './nginx.ts'

export interface Outcome {
  responses: number
  failures: string[]
  errorsOfNginx: string[]
  missing: string[]
}

export async function underLoad(
  nginx: Nginx,
  { token, callers }: { token: string; callers: number },
  act: (load: Load) => Promise<void>,
): Promise<Outcome> {
  const load = startLoad(nginx.url, token, callers)
  await act(load)
  await load.end()
  const client = createPlantClient({ baseUrl: nginx.url, token: () => token })
  const missing = new Set(load.kept)
  for await (const { id } of client.allPlants({ limit: 100 })) missing.delete(id)
  const errorsOfNginx = (await nginx.errors()).filter((line) => !/\[notice\]/.test(line))
  return { responses: load.count, failures: load.failures, errorsOfNginx, missing: [...missing] }
}

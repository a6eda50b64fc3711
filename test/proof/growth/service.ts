// The service over a database with plants, in this process: its CPU time is that of the main thread.
import { readConfiguration } from '../../../server/configuration/read-configuration.ts'
import { createLog } from '../../../server/monitoring/log.ts'
import { createService, type Service } from '../../../server/service.ts'
import { onCleanUp } from '../../support/folder.ts'
import { ownerName } from './data.ts'

export interface RunningService {
  url: string
  store: Service['store']
  close: () => Promise<void>
}

/** @param settings As in the environment. Any other setting has its default, except that there are no rate limits. */
export async function startService(settings: Record<string, string>): Promise<RunningService> {
  const service = await createService(readConfiguration({ ...settings, PORT: '0', RATE_LIMIT_PER_MINUTE: '0' }), {
    log: createLog('info', { write: () => {} }),
    // Verified tokens are remembered, so a token costs next to nothing. Here it is the number of the owner.
    verifier: {
      verify: async (token) => ({ owner: ownerName(Number(token)), scopes: new Set(['plants:read', 'plants:write']) }),
      isReady: async () => true,
    },
  })
  const { url } = await service.listen()
  let isClosed = false
  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    service.server.closeAllConnections()
    service.server.close()
    await service.close()
  }
  onCleanUp(close)
  return { url, store: service.store, close }
}

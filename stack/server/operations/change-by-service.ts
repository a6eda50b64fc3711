// Asks a service that uses SQLite to change its own data: nothing else can open the file. The command proves that it
// may write to the data folder, because anyone who reaches OPS_PORT could send the request.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Collection } from '../../core/contract/collections.ts'
import type { ChangedItems } from '../../core/resources/change-stored.ts'
import { type Environment, readMonitoringAddress } from '../configuration/read-configuration.ts'
import { StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import { type ChangeEvent, proofFile } from './change-page.ts'

const hasEnded = 'The service has ended before it was done. Run the command again: it does the rest.'

/** @throws {StartUpError} */
export async function changeByService(
  { OPS_PORT, OPS_HOST, DROP, RENAME, SET, APPLY }: Environment,
  { schemaDigest }: Collection,
  dataFolder: string,
  onProgress: (soFar: ChangedItems) => void,
): Promise<ChangedItems> {
  if (!OPS_PORT) {
    throw new StartUpError(`A service uses ${dataFolder}. Set OPS_PORT= as for that service, or stop it.`)
  }
  const { host, port } = readMonitoringAddress({ OPS_PORT, OPS_HOST })
  const key = randomUUID()
  const file = proofFile(dataFolder, key)
  await usingDataFolder(dataFolder, () => writeFile(file, ''))
  try {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const call = request({ host, port, path: '/change-data', method: 'POST', headers })
    call.end(JSON.stringify({ DROP, RENAME, SET, APPLY, schemaDigest }))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new StartUpError((await text(response)).trim())
    return await resultIn(response, onProgress)
  } catch (error) {
    if (error instanceof StartUpError) throw error
    if (Object(error).code === 'ECONNRESET') throw new StartUpError(hasEnded)
    throw new StartUpError(
      `No service responds on ${host} port ${port}. Set OPS_PORT= and OPS_HOST= as for the service that uses ${dataFolder}.`,
    )
  } finally {
    await rm(file, { force: true })
  }
}

async function resultIn(response: IncomingMessage, onProgress: (soFar: ChangedItems) => void): Promise<ChangedItems> {
  try {
    for await (const line of createInterface({ input: response })) {
      const event: ChangeEvent = JSON.parse(line)
      if ('failed' in event) throw new StartUpError(event.failed)
      if ('done' in event) return event.done
      onProgress(event.progress)
    }
  } catch (error) {
    // Node 24 ends the lines if the connection is lost. Later versions throw.
    throw error instanceof StartUpError ? error : new StartUpError(hasEnded)
  }
  throw new StartUpError(hasEnded)
}

// Asks the service that runs to make a backup, and prints the path of the file.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Command } from '../api.ts'
import { readMonitoringAddress } from '../configuration/read-configuration.ts'
import { StartUpError } from '../configuration/start-up-error.ts'

export const backUp: Command = async (_api, environment) => {
  const { host, port } = readMonitoringAddress(environment)
  // Not fetch, which waits for at most five minutes.
  const call = request({ host, port, path: '/backup', method: 'POST' }).end()
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    const message = (await text(response)).trim()
    if (response.statusCode !== 201) throw new StartUpError(message)
    console.log(message)
  } catch (error) {
    if (error instanceof StartUpError) throw error
    throw new StartUpError(
      `No service responds on ${host} port ${port}. Set OPS_PORT= and OPS_HOST= as for the service that runs.`,
    )
  }
}

// The commands of a service: `node server/main.ts back-up`, for example. Each loads only what it needs.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Command, ServiceApi } from './api.ts'
import { readConfiguration, readMonitoringAddress } from './configuration/read-configuration.ts'
import { exitOnStartUpError, StartUpError } from './configuration/start-up-error.ts'

const commands: Record<string, () => Promise<Command>> = {
  start: async () => start,
  token: async () => (await import('./auth/print-token.ts')).printToken,
  'back-up': async () => backUp,
  move: async () => (await import('./operations/move.ts')).move,
  'check-data': async () => (await import('./operations/check-data.ts')).checkData,
}

/** Replacements for the commands of earlier versions. */
const replacements: Record<string, string> = {
  'change-data': 'Stop the service, change the items with SQL, start it again, and run check-data.',
}

/** Runs a command: the first argument, or `start`. If it fails, prints why, and sets exit status 1. */
export function run(api: ServiceApi, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return exitOnStartUpError(async () => {
    const [name = 'start', ...rest] = args
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (Object.hasOwn(replacements, name))
      throw new StartUpError(`The command ${name} was removed. ${replacements[name]}`)
    if (load === undefined)
      throw new StartUpError(`There is no command ${name}. Use ${Object.keys(commands).join(', ')}.`)
    const command = await load()
    await command(api, environment, rest)
  })
}

/** Starts the only process, the primary process of several, or a worker. @throws {StartUpError} */
const start: Command = async (api, environment) => {
  const configuration = readConfiguration(environment)
  const { WORKER_OPTIONS } = environment
  if (WORKER_OPTIONS !== undefined && process.send !== undefined) {
    const { startWorker } = await import('./workers/worker.ts')
    // The primary process, which runs the same program, has written it.
    await startWorker(api, environment, configuration, JSON.parse(WORKER_OPTIONS))
  } else if (configuration.workers > 1) {
    const { startPrimary } = await import('./workers/primary.ts')
    await startPrimary(api.contract, configuration)
  } else {
    const { startSingleProcess } = await import('./serve.ts')
    await startSingleProcess(api, environment, configuration)
  }
}

/** Asks the running service to make a backup, and prints the path of the file. */
const backUp: Command = async (_api, environment) => {
  const { host, port } = readMonitoringAddress(environment)
  // Not `fetch`, which waits five minutes at most.
  const backupRequest = request({ host, port, path: '/backup', method: 'POST' }).end()
  try {
    const [response] = (await once(backupRequest, 'response')) as [IncomingMessage]
    const message = (await text(response)).trim()
    if (response.statusCode !== 201) throw new StartUpError(message)
    console.log(message)
  } catch (error) {
    if (error instanceof StartUpError) throw error
    throw new StartUpError(
      `No service responds on ${host} port ${port}. Set OPS_PORT= and OPS_HOST= as for the running service.`,
    )
  }
}

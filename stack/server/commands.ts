// The commands of a service: `node server/main.ts back-up`, for example. Each loads only what it needs.
import type { Command, ServiceApi } from './api.ts'
import { readConfiguration } from './configuration/read-configuration.ts'
import { exitOnStartUpError, StartUpError } from './configuration/start-up-error.ts'

const commands: Record<string, () => Promise<Command>> = {
  start: async () => start,
  token: async () => (await import('./auth/print-token.ts')).printToken,
  'back-up': async () => (await import('./operations/back-up.ts')).backUp,
  move: async () => (await import('./operations/move.ts')).move,
  'check-data': async () => (await import('./operations/check-data.ts')).checkData,
}

/** What to do in place of a command of an earlier version. */
const replacements: Record<string, string> = {
  'change-data': 'Stop the service, change the items with SQL, start it again, and run check-data.',
}

/** Runs a command as a process. If it fails, it prints why, and the exit code is 1. @param args Default: start. */
export function run(api: ServiceApi, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return exitOnStartUpError(async () => {
    const [name = 'start', ...rest] = args
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (Object.hasOwn(replacements, name)) {
      throw new StartUpError(`The command ${name} was removed. ${replacements[name]}`)
    }
    if (load === undefined) {
      throw new StartUpError(`There is no command ${name}. Use ${Object.keys(commands).join(', ')}.`)
    }
    const command = await load()
    await command(api, environment, rest)
  })
}

/** Starts the service as one process, as several, or as one of these. @throws {StartUpError} */
const start: Command = async (api, environment) => {
  const configuration = readConfiguration(environment)
  const { WORKER_OPTIONS } = environment
  if (WORKER_OPTIONS !== undefined && process.send !== undefined) {
    const { startWorker } = await import('./workers/worker.ts')
    // The primary process, which is the same program, has written it.
    await startWorker(api, environment, configuration, JSON.parse(WORKER_OPTIONS))
  } else if (configuration.workers > 1) {
    const { startPrimary } = await import('./workers/primary.ts')
    await startPrimary(api.contract, configuration)
  } else {
    const { startAlone } = await import('./serve.ts')
    await startAlone(api, environment, configuration)
  }
}

// Where a command finds the service and what it shows there, from its settings. A token is never printed.
import { existsSync } from 'node:fs'
import { createPlantClient, type PlantClient } from '@plant-collection/client'
import { developmentIssuer, developmentKeyFile } from '../auth/development-issuer.ts'
import { isLoopbackHost } from '../auth/loopback.ts'
import { type Environment, readTokenSettings } from '../configuration/configuration.ts'
import { StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import { patientFetch } from './patient-fetch.ts'

export interface Talk {
  say: (line: string) => void
  stop: AbortSignal
}

/** A client that tries again. @throws {StartUpError} for an address that is none, or where there is no token. */
export async function connect(environment: Environment, { say, stop }: Talk): Promise<PlantClient> {
  const baseUrl = environment.URL || localUrl(environment)
  const seconds = environment.PATIENCE || '90'
  if (!/^\d{1,5}$/.test(seconds)) throw new StartUpError(`PATIENCE=${seconds} is no number of seconds.`)
  const onWait = (reason: string, limitMs: number) =>
    say(`The service ${reason}: trying again for up to ${limitMs / 1000} s …`)
  const fetch = patientFetch({ ms: Number(seconds) * 1000, onWait, stop })
  let token = environment.TOKEN ?? ''
  const client = clientAt(baseUrl, () => token, fetch)
  token ||= await developmentToken(new URL(baseUrl).host, environment)
  return client
}

function clientAt(baseUrl: string, token: () => string, fetch: ReturnType<typeof patientFetch>): PlantClient {
  try {
    // Patience is a matter of this fetch, which has its own.
    const timeoutMs = { attempt: Infinity, total: Infinity }
    return createPlantClient({ baseUrl, token, fetch, retry: false, timeoutMs })
  } catch (cause) {
    const advice = 'URL= is no address of a service: write it like URL=https://plants.example/api.'
    throw new StartUpError(advice, { cause })
  }
}

// As `make start` listens with the same settings.
function localUrl({ HOST, PORT }: Environment): string {
  const host = HOST || '127.0.0.1'
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '3000'}`
}

async function developmentToken(host: string, environment: Environment): Promise<string> {
  if (!isLoopbackHost(host)) throw new StartUpError(`Set TOKEN= to a token for ${host}.`)
  const { dataFolder, ...request } = readTokenSettings(environment)
  // Asking for the issuer would make a key, which no running service could know.
  if (!existsSync(developmentKeyFile(dataFolder))) {
    throw new StartUpError(
      `There is no key to make a token with in ${dataFolder}: run make start first, set DATA= as it was there, or set TOKEN=.`,
    )
  }
  return usingDataFolder(dataFolder, async () => (await developmentIssuer(dataFolder)).sign(request))
}

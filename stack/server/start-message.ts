// What the service prints on stdout when it listens.

import type { Contract } from '../core/contract/contract.ts'
import { curlArguments, type FirstRequest, firstRequest } from '../core/contract/first-request.ts'
import type { Configuration } from './configuration/read-configuration.ts'
import type { Service } from './service.ts'

export interface Started {
  contract: Contract
  configuration: Configuration
  service: Service
  url: string
  /** `undefined`: off. */
  monitoringUrl: string | undefined
  /** Signs in the browser that opens a link with it. */
  key: string | undefined
  /** The setting DATA. */
  data: string | undefined
  /** Prints a token. */
  tokenCommand: string
}

/** In production, a log collector reads stdout: one line like those of the log, whatever `LOG_LEVEL` is. Otherwise a text. */
export function startMessage(started: Started): string {
  const isForPeople = started.service.developmentIssuer !== undefined || process.stdout.isTTY
  return isForPeople ? greeting(started) : line(started)
}

function line({ service, url, monitoringUrl: opsUrl }: Started): string {
  const { engine, version: schemaVersion } = service.store.schema
  return JSON.stringify({ level: 30, time: new Date(), engine, schemaVersion, opsUrl, url, msg: `listens on ${url}` })
}

function greeting({ contract, configuration, service, url, monitoringUrl, key, data, tokenCommand }: Started): string {
  const { engine, version } = service.store.schema
  // In the environment: make would expand a $ in a variable on its command line.
  const withData = data ? `DATA='${data.replaceAll("'", String.raw`'\''`)}' ${tokenCommand}` : tokenCommand
  const { identityProvider } = configuration
  const token = identityProvider ? `<token of ${identityProvider.issuer}>` : `$(${withData})`
  const signIn = key === undefined ? '' : `#key=${key}`
  const first = firstRequest(contract)
  const name = first?.name ?? 'items'
  const operations = monitoringUrl === undefined ? '' : `Live, ready and metrics are at ${monitoringUrl}\n`
  return `${operations}
The ${contract.product.title} listens on ${url}
${contract.basePath && `Its operations are at ${url}${contract.basePath}\n`}Its data is in ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, with schema version ${version}
${service.hasApp ? `Look after your ${name} at ${url}/${signIn}\n` : ''}Read the docs at ${url}/docs${signIn}
${signIn && 'The key signs in one browser. Afterwards, that browser needs only the address.\n'}${first ? firstCall(first, url, token) : ''}`
}

function firstCall({ operation, target, name }: FirstRequest, url: string, token: string): string {
  return `${name ? `List a few ${name}` : 'Send a request'}:

  curl -s ${curlArguments(operation, url + target, token)}
`
}

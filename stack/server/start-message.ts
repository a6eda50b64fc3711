// What the service prints on stdout when it listens.
import type { Contract } from '../core/contract/contract.ts'
import { curlArguments, type FirstRequest, firstRequest, withArticle } from '../core/contract/first-request.ts'
import { hasPath } from '../core/contract/routes.ts'
import type { Configuration } from './configuration/read-configuration.ts'
import { signInPath } from './http/development-token.ts'
import { docsPath } from './http/pages.ts'
import type { Service } from './service.ts'
import type { StoredSchema } from './store/schemas.ts'

export interface Started {
  contract: Contract
  configuration: Pick<Configuration, 'identityProvider'>
  service: Pick<Service, 'hasApp'> & { developmentIssuer: object | undefined }
  schema: StoredSchema
  url: string
  /** `undefined`: off. */
  monitoringUrl: string | undefined
  /** Signs in the browser that opens a link with it. */
  key: string | undefined
  /** The setting DATA. */
  data: string | undefined
  tokenCommand: string
}

/** Returns the message of the start. In production it is one line like those of the log, at any `LOG_LEVEL`. */
export function startMessage(started: Started): string {
  const { service, schema, url, monitoringUrl: opsUrl } = started
  if (service.developmentIssuer !== undefined || process.stdout.isTTY) return greeting(started)
  const { engine, version: schemaVersion } = schema
  return JSON.stringify({ level: 30, time: new Date(), engine, schemaVersion, opsUrl, url, msg: `listens on ${url}` })
}

function greeting(started: Started): string {
  const { contract, service, schema, url, monitoringUrl, key } = started
  const { engine, version } = schema
  const needsToken = Object.values(contract.operations).some(({ security }) => security !== undefined)
  // Empty if no page can sign in, or needs to.
  const signIn = key === undefined || !needsToken || hasPath(contract, signInPath) ? '' : `#key=${key}`
  const first = firstRequest(contract)
  const name = first?.name ?? 'items'
  const docs = docsPath(contract, service.hasApp)
  const lines = [
    ...(monitoringUrl === undefined ? [] : [`Live, ready and metrics are at ${monitoringUrl}`]),
    '',
    `${withArticle(contract.product, 'The')} listens on ${url}`,
    ...(contract.basePath ? [`Its operations are at ${url}${contract.basePath}`] : []),
    `Its data is in ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, with schema version ${version}`,
    ...(service.hasApp ? [`Look after your ${name} at ${url}/${signIn}`] : []),
    ...(docs === undefined ? [] : [`Read the docs at ${url}${docs}${signIn}`]),
    ...(signIn ? ['The key signs in one browser. Afterwards, that browser needs only the address.'] : []),
    ...(first ? firstCall(first, started) : docs ? ['Send a request with "Try it" in the docs.', ''] : []),
  ]
  return lines.join('\n')
}

function firstCall({ operation, target, name, isTemplate }: FirstRequest, started: Started): string[] {
  const { configuration, url, data, tokenCommand } = started
  // In the environment: make would expand a $ in a variable on its command line.
  const withData = data ? `DATA='${data.replaceAll("'", String.raw`'\''`)}' ${tokenCommand}` : tokenCommand
  const { identityProvider } = configuration
  const token = identityProvider ? `<token of ${identityProvider.issuer}>` : `$(${withData})`
  const purpose = name ? `List a few ${name}` : 'Send a request'
  return [
    `${purpose}${isTemplate ? ', with values in place of the capital letters' : ''}:`,
    '',
    `  curl -s ${curlArguments(operation, url + target, token)}`,
    '',
  ]
}

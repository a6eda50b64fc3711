// The startup message: what the service prints on stdout once it is listening and its data are open.
import type { Contract } from '../core/contract/contract.ts'
import { curlArguments, type FirstRequest, firstRequest, withArticle } from '../core/contract/first-request.ts'
import { hasPath } from '../core/contract/routes.ts'
import type { Configuration } from './configuration/read-configuration.ts'
import { signInPath } from './http/development-token.ts'
import { docsPath } from './http/pages.ts'
import type { Service } from './service.ts'
import type { StoredSchema } from './store/schemas.ts'

export interface StartupInfo {
  contract: Contract
  configuration: Pick<Configuration, 'identityProvider'>
  service: Pick<Service, 'hasApp'> & { developmentIssuer: object | undefined }
  schema: StoredSchema
  url: string
  /** `undefined`: off. */
  monitoringUrl: string | undefined
  /** One-time token that signs in the browser that opens a link with it. */
  key: string | undefined
  /** The setting DATA. */
  data: string | undefined
  tokenCommand: string
}

/** Returns the startup message. With an identity provider, and no terminal, it is one line of JSON like those of the log. */
export function startupMessage(info: StartupInfo): string {
  const { service, schema, url, monitoringUrl: opsUrl } = info
  if (service.developmentIssuer !== undefined || process.stdout.isTTY) return greeting(info)
  const { engine, version: schemaVersion } = schema
  return JSON.stringify({ level: 30, time: new Date(), engine, schemaVersion, opsUrl, url, msg: `listening on ${url}` })
}

function greeting(info: StartupInfo): string {
  const { contract, service, schema, url, monitoringUrl, key } = info
  const { engine, version } = schema
  const needsToken = Object.values(contract.operations).some(({ security }) => security !== undefined)
  // Empty if no page needs to sign in, or none can.
  const signIn = key === undefined || !needsToken || hasPath(contract, signInPath) ? '' : `#key=${key}`
  const first = firstRequest(contract)
  const name = first?.name ?? 'items'
  const docs = docsPath(contract, service.hasApp)
  const lines = [
    ...(monitoringUrl === undefined ? [] : [`Health checks (/live, /ready) and metrics are at ${monitoringUrl}`]),
    '',
    `${withArticle(contract.product, 'The')} is listening on ${url}`,
    ...(contract.basePath ? [`Its operations are at ${url}${contract.basePath}`] : []),
    `Its data is in ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, with schema version ${version}`,
    ...(service.hasApp ? [`Look after your ${name} at ${url}/${signIn}`] : []),
    ...(docs === undefined ? [] : [`Read the docs at ${url}${docs}${signIn}`]),
    ...(signIn ? ['The key signs in one browser. Afterwards, that browser needs only the address.'] : []),
    ...(first ? firstCall(first, info) : docs ? ['Send a request with "Try it" in the docs.', ''] : []),
  ]
  return lines.join('\n')
}

function firstCall({ operation, target, name, isTemplate }: FirstRequest, info: StartupInfo): string[] {
  const { configuration, url, data, tokenCommand } = info
  // Sets DATA in the environment, because make expands `$` in a variable of its command line.
  const withData = data ? `DATA='${data.replaceAll("'", String.raw`'\''`)}' ${tokenCommand}` : tokenCommand
  const { identityProvider } = configuration
  const token = identityProvider ? `<token of ${identityProvider.issuer}>` : `$(${withData})`
  const purpose = name ? `List a few ${name}` : 'Send a request'
  return [
    `${purpose}${isTemplate ? ', with your values in place of the words in capital letters' : ''}:`,
    '',
    `  curl -s ${curlArguments(operation, url + target, token)}`,
    '',
  ]
}

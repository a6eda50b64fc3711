// Prints a development token and nothing else. With `--for URL`, the token is for the service at URL: the command then
// rejects the URL of another machine, and creates no signing key, which that service would not know.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Command } from '../api.ts'
import { readTokenSettings } from '../configuration/read-configuration.ts'
import { StartUpError, withDataFolder } from '../configuration/start-up-error.ts'
import { isLoopbackHost } from '../loopback.ts'
import { developmentIssuer, developmentKeyFile } from './development-issuer.ts'

export const printToken: Command = async ({ contract }, environment, args) => {
  const { for: serviceUrl } = parseArgs({ args, options: { for: { type: 'string' } } }).values
  if (Object.values(contract.operations).every(({ security }) => security === undefined))
    return console.error('No operation of the contract needs a token.')
  const { dataFolder, ...request } = readTokenSettings(environment, contract.scopes)
  if (serviceUrl !== undefined) requireSigningKey(serviceUrl, dataFolder)
  const issuer = await withDataFolder(dataFolder, () => developmentIssuer(contract.product, dataFolder))
  console.log(await issuer.sign(request))
}

function requireSigningKey(serviceUrl: string, dataFolder: string): void {
  const { host } = new URL(serviceUrl)
  if (!isLoopbackHost(host)) throw new StartUpError(`Set TOKEN= to a token for ${host}.`)
  if (!existsSync(developmentKeyFile(dataFolder)))
    throw new StartUpError(
      `No signing key in ${dataFolder}. Run \`make start\` first, use the same DATA= as the running service, or set TOKEN=.`,
    )
}

// `make -s token`: prints a token of the development issuer, and nothing else.

import { readTokenSettings } from '../configuration/configuration.ts'
import { orExit, usingDataFolder } from '../configuration/start-up-error.ts'
import { developmentIssuer } from './development-issuer.ts'

await orExit(async () => {
  const { dataFolder, ...request } = readTokenSettings(process.env)
  const issuer = await usingDataFolder(dataFolder, () => developmentIssuer(dataFolder))
  console.log(await issuer.sign(request))
})

// `make -s token`: prints a token of the development issuer, and nothing else.
import { developmentIssuer } from '../auth/development.ts'
import { readTokenSettings } from '../config.ts'
import { orExit, usingDataFolder } from '../start-up.ts'

await orExit(async () => {
  const { dataFolder, ...request } = readTokenSettings(process.env)
  const issuer = await usingDataFolder(dataFolder, () => developmentIssuer(dataFolder))
  console.log(await issuer.sign(request))
})

// Tests whether the service or mock at URL keeps the contract. README.md explains the settings and the exit codes.

import { product } from '../../generated/product.ts'
import { orRefuse } from '../environment.ts'
import { version } from './contract/openapi.ts'
import { exitCodeOf, runAndReport } from './run.ts'
import { help, readFlags, readRunSettings, readTarget } from './settings.ts'

const asked = orRefuse(() => readFlags(process.argv.slice(2), process.env))
if (asked === 'help') console.log(help(`${product.name}-contract`))
else if (asked === 'version') console.log(version)
else {
  process.exitCode = await exitCodeOf(async () => {
    const settings = readRunSettings()
    return [await runAndReport(readTarget(), settings)]
  })
}

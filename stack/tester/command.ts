// The command of the contract tester. README.md explains the settings and the exit codes.
import { InvalidSetting, orRefuse } from '../environment.ts'
import { readContract } from './contract/tested-contract.ts'
import { exitCodeOf, runAndReport } from './run.ts'
import { help, readFlags, readRunSettings, readTarget } from './settings.ts'

/**
 * Tests whether the service or mock at URL keeps the contract in the file CONTRACT. Sets the exit code of the process.
 * @param name The name of the command, for --help. @param ownContract Default of CONTRACT, for a package that has one.
 */
export async function runCommand(name: string, ownContract?: URL): Promise<void> {
  const { argv, env } = process
  const asked = orRefuse(() => readFlags(argv.slice(2), env))
  if (asked === 'help') return console.log(help(name))
  process.exitCode = await exitCodeOf(async () => {
    const file = env.CONTRACT || ownContract
    if (file === undefined)
      throw new InvalidSetting('CONTRACT is missing. Set it to the file openapi.yaml of a running service.')
    const contract = await readContract(file)
    if (asked !== 'version') return [await runAndReport({ contract, ...readTarget() }, readRunSettings(contract))]
    console.log(contract.version)
    return []
  })
}

// The command of the contract tester. README.md explains the settings and the exit codes.
import { orRefuse } from '../environment.ts'
import { readContract } from './contract/tested-contract.ts'
import { exitCodeOf, runAndReport } from './run.ts'
import { help, readFlags, readRunSettings, readTarget } from './settings.ts'

/**
 * Tests whether the service or mock at URL keeps the contract in the file CONTRACT. Sets the exit code of the process.
 * @param name The name of the command, for --help. @param ownContract Default of CONTRACT.
 */
export async function runCommand(name: string, ownContract: URL): Promise<void> {
  const { argv, env } = process
  const asked = orRefuse(() => readFlags(argv.slice(2), env))
  if (asked === 'help') return console.log(help(name))
  process.exitCode = await exitCodeOf(async () => {
    const contract = await readContract(env.CONTRACT || ownContract)
    if (asked !== 'version')
      return [await runAndReport({ contract, ...readTarget(contract) }, readRunSettings(contract))]
    console.log(contract.version)
    return []
  })
}

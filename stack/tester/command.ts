// The command of the contract tester. README.md explains the settings and the exit codes.
import { orRefuse } from '../environment.ts'
import { readContract, type TestedContract } from './contract/tested-contract.ts'
import { exitCodeOf, runAndReport } from './run.ts'
import { help, type RunSettings, readFlags, readRunSettings, readTarget } from './settings.ts'
import type { SuiteResult } from './suite.ts'

/**
 * Tests whether the service or mock at URL keeps the contract in the file CONTRACT. Sets the exit code of the process.
 * @param name The name of the command, for --help. @param ownContract Default of CONTRACT.
 * @param withoutUrl What to do without URL. Default: refuse.
 */
export async function runCommand(
  name: string,
  ownContract: URL,
  withoutUrl?: (contract: TestedContract, settings: RunSettings) => Promise<SuiteResult[]>,
): Promise<void> {
  const { argv, env } = process
  const asked = orRefuse(() => readFlags(argv.slice(2), env))
  if (asked === 'help') return console.log(help(name))
  process.exitCode = await exitCodeOf(async () => {
    const contract = await readContract(env.CONTRACT || ownContract)
    if (asked === 'version') {
      console.log(contract.version)
      return []
    }
    if (!env.URL && withoutUrl) return withoutUrl(contract, readRunSettings(contract))
    return [await runAndReport({ contract, ...readTarget(contract) }, readRunSettings(contract))]
  })
}

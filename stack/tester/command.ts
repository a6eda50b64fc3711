// The command of the contract tester. README.md explains the settings and the exit codes.
import { orRefuse } from '../environment.ts'
import { readContract, type TestedContract } from './contract/tested-contract.ts'
import { leaveOut } from './requests/valid.ts'
import { getExitCode, runAndReport } from './run.ts'
import { help, type RunSettings, readFlags, readRunSettings, readTarget } from './settings.ts'
import type { SuiteResult } from './suite.ts'

interface OwnService {
  /** Without URL, this runs. */
  test: (contract: TestedContract, settings: RunSettings) => Promise<SuiteResult[]>
  /** Operations that are not tested. */
  unwritten: () => Promise<string[]>
}

/**
 * Tests whether the service or mock at URL keeps the contract in the file CONTRACT. Sets the exit code of the process.
 * @param name The name of the command, for --help. @param ownContract Default of CONTRACT.
 * @param own Of the product in the current folder.
 */
export async function runCommand(name: string, ownContract: URL, own?: OwnService): Promise<void> {
  const { argv, env } = process
  const asked = orRefuse(() => readFlags(argv.slice(2)))
  if (asked === 'help') return console.log(help(name))
  process.exitCode = await getExitCode(async () => {
    const contract = await readContract(env.CONTRACT || ownContract)
    if (asked === 'version') {
      console.log(contract.version)
      return []
    }
    if (own && !env.CONTRACT) {
      const unwritten = await own.unwritten()
      for (const operation of contract.operations.filter(({ id }) => unwritten.includes(id)))
        leaveOut(operation, 'nobody has written it yet')
      if (!env.URL) return own.test(contract, readRunSettings(contract))
    }
    return [await runAndReport({ contract, ...readTarget(contract) }, readRunSettings(contract))]
  })
}
